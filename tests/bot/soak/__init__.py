"""A soak: many tables for many simulated days, with everything that can go wrong on the way.

The bot's own store, tables, seating, questions, watch, outbox and postman; time, threads and
Discord are doubles, so that a month passes in minutes and a seed tells the same story again.
"""
