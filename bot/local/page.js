// Two things in which the page is not like Discord:
// - an option's values are suggested only after a first letter;
// - a message that is drawn again loses the height of its pictures until they are loaded, so that
//   the page jumps, and a select that was just opened is pushed out of sight and closes.
{
  document.addEventListener("focusin", ({ target }) => {
    if (target.matches(".command-option-input[aria-autocomplete=list]") && !target.value)
      setTimeout(() => target.dispatchEvent(new Event("input", { bubbles: true })));
  });

  const timeline = document.getElementById("channel-timeline");
  const heights = new Map();
  let scrolled = 0;
  const place = (image) => {
    const message = image.closest("[data-message-id]");
    return message.dataset.messageId + ":" + [...message.querySelectorAll("img")].indexOf(image);
  };
  timeline.addEventListener("scroll", () => { scrolled = timeline.scrollTop; });
  timeline.addEventListener("load", ({ target }) => {
    target.style.height = "";
    heights.set(place(target), target.offsetHeight);
  }, true);
  new MutationObserver(() => {
    const redrawn = [...timeline.querySelectorAll("[data-message-id] img:not([src])")]
      .filter((image) => !image.style.height && heights.has(place(image)));
    if (!redrawn.length) return;
    for (const image of redrawn) image.style.height = heights.get(place(image)) + "px";
    timeline.scrollTop = scrolled;
    window.dispatchEvent(new Event("resize"));
  }).observe(timeline, { childList: true, subtree: true });
}
