// Both clips on one time line. `clock` is the master: seconds on that line, always within a frame, so that the frame
// is floor(clock * fps). It waits for a clip that is still seeking or behind, and a clip that is ahead waits for it.
const root = element.querySelector(".pp");
const at = (name) => root.querySelector(name);
const sides = ["user", "reference"].map((name) => (
  { name, video: at(`.pp-${name}`), shown: at(`[data-of=${name}]`), frames: 1, shift: 0 }));
const button = Object.fromEntries([...root.querySelectorAll("[data-do]")].map((each) => [each.dataset.do, each]));
const scrub = at(".pp-scrub"), trouble = at(".pp-trouble");
const HURRY = 0.08, SLACK = 0.2, FAR = 1.5; // share of speed; frames
let fps = 30, clock = 0, playing = false, rate = 1, offset = 0, loop = true, last = 0, drawn = "";

const total = () => Math.max(...sides.map((side) => side.frames + side.shift));
const frame = () => Math.min(total() - 1, Math.max(0, Math.floor(clock * fps + 1e-6)));
const middle = (number) => (number + 0.5) / fps;
// Where on itself a clip should be; before its start and after its end it holds its first and last frame.
const wanted = (side) => Math.min(middle(side.frames - 1), Math.max(middle(0), clock - side.shift / fps));
const holds = (side) => wanted(side) !== clock - side.shift / fps;
const behind = (side) => (wanted(side) - side.video.currentTime) * fps; // in frames

function seek(side) {
  if (!side.video.seeking && side.video.readyState && Math.abs(behind(side)) > SLACK) side.video.currentTime = wanted(side);
}
function halt(video) { if (!video.paused) video.pause(); }

function follow(side) {
  const video = side.video, late = behind(side);
  if (holds(side)) { halt(video); seek(side); return; }
  if (video.seeking) return;
  if (Math.abs(late) > FAR) { seek(side); return; }
  if (late < -0.5) { halt(video); return; }
  const speed = rate * (late > SLACK ? 1 + HURRY : late < -SLACK ? 1 - HURRY : 1);
  if (video.playbackRate !== speed) video.playbackRate = speed;
  if (video.paused) video.play().catch(() => {}); // an interrupted play() is asked for again at the next tick
}

function advance(seconds) {
  const active = sides.filter((side) => !holds(side));
  if (sides.some((side) => side.video.seeking || side.video.readyState < 2)) return;
  const room = Math.min(...active.map((side) => 0.5 - behind(side))) / fps;
  clock += Math.max(0, Math.min(seconds, active.length ? room : seconds));
  if (clock < total() / fps) return;
  if (loop) clock = middle(0); else { clock = middle(total() - 1); pause(); }
}

function tick(now) {
  if (!root.isConnected) return;
  if (playing) {
    advance((Math.min(now - last, 100) / 1000) * rate);
    if (playing) sides.forEach(follow);
  }
  last = now;
  draw();
  requestAnimationFrame(tick);
}

function draw() {
  const line = [frame(), total(), playing, rate, offset, loop, sides.map((side) => side.frames)].join();
  if (line === drawn) return;
  drawn = line;
  const words = `${(frame() / fps).toFixed(2)} s, frame ${frame() + 1} of ${total()}`;
  at(".pp-clock").textContent = words;
  scrub.max = total() - 1; scrub.value = frame(); scrub.setAttribute("aria-valuetext", words);
  button.play.textContent = playing ? "Pause" : "Play";
  button.loop.setAttribute("aria-pressed", loop);
  for (const each of root.querySelectorAll("[data-rate]")) each.setAttribute("aria-pressed", Number(each.dataset.rate) === rate);
  at(".pp-offset").textContent = `${offset > 0 ? "+" : ""}${offset} f`;
  for (const side of sides) side.shown.textContent = `${Math.floor(wanted(side) * fps + 1e-6) + 1}/${side.frames}`;
}

function pause() {
  playing = false;
  sides.forEach((side) => halt(side.video));
  clock = middle(frame());
  sides.forEach(seek);
}
function play() {
  if (frame() >= total() - 1) { clock = middle(0); sides.forEach(seek); }
  playing = true;
}
function go(number) {
  pause();
  clock = middle(Math.min(total() - 1, Math.max(0, number)));
  sides.forEach(seek);
}
function shift(frames) {
  const most = Math.min(...sides.map((side) => side.frames)) - 1;
  const before = sides[0].shift;
  offset = Math.max(-most, Math.min(most, frames));
  sides[0].shift = Math.max(0, -offset); sides[1].shift = Math.max(0, offset);
  clock = Math.min(middle(total() - 1), clock + (sides[0].shift - before) / fps); // the user's clip stays where it is
  if (!playing) sides.forEach(seek);
}
function speed(value) { rate = value; }
function large() {
  button.large.setAttribute("aria-pressed", root.classList.toggle("pp-large"));
  root.scrollIntoView({ block: "nearest" });
}
const DO = {
  play: () => (playing ? pause() : play()), back: () => go(frame() - 1), on: () => go(frame() + 1),
  earlier: () => shift(offset - 1), later: () => shift(offset + 1), loop: () => { loop = !loop; }, large,
};
const KEYS = {
  " ": DO.play, ArrowLeft: DO.back, ArrowRight: DO.on, Home: () => go(0), End: () => go(total() - 1),
  "1": () => speed(1), "2": () => speed(0.5), "4": () => speed(0.25), "[": DO.earlier, "]": DO.later,
  "0": () => shift(0), l: DO.loop, f: DO.large,
};

function load(pair) {
  pause();
  fps = pair?.fps || 30; clock = middle(0); offset = 0; trouble.hidden = true;
  for (const side of sides) {
    Object.assign(side, { frames: 1, shift: 0 });
    const source = pair?.[side.name] || "";
    if (!source) side.video.removeAttribute("src");
    else if (side.video.getAttribute("src") !== source) side.video.src = source;
    else measure(side);
  }
}
function measure(side) {
  side.frames = Math.max(1, Math.round((side.video.duration || 0) * fps));
  seek(side);
}

for (const side of sides) {
  side.video.addEventListener("loadedmetadata", () => measure(side));
  side.video.addEventListener("seeked", () => { if (!playing) seek(side); });
  side.video.addEventListener("error", () => {
    if (!side.video.getAttribute("src")) return;
    trouble.textContent = `The ${side.name}'s clip cannot be played: ${side.video.error?.message || "unknown reason"}`;
    trouble.hidden = false;
  });
}
root.addEventListener("click", (event) => {
  const pressed = event.target.closest("button");
  if (!pressed) return;
  if (pressed.dataset.rate) speed(Number(pressed.dataset.rate)); else DO[pressed.dataset.do]?.();
  if (event.detail) pressed.blur(); // after a click with the mouse, Space plays again
});
scrub.addEventListener("input", () => go(Number(scrub.value)));
function key(event) {
  if (!root.isConnected) { document.removeEventListener("keydown", key); return; }
  if (event.ctrlKey || event.metaKey || event.altKey || event.defaultPrevented || root.offsetParent === null) return;
  if (event.target.closest?.("textarea, select, input:not([type=range]), [contenteditable='true'], [role=listbox]")) return;
  if ([" ", "Enter"].includes(event.key) && event.target.closest?.("button, summary, a")) return; // they press themselves
  if (event.shiftKey && event.key.startsWith("Arrow")) {
    if (event.key === "ArrowLeft" || event.key === "ArrowRight") {
      go(frame() + (event.key === "ArrowLeft" ? -10 : 10)); event.preventDefault();
    }
    return;
  }
  const act = KEYS[event.key] || KEYS[event.key.toLowerCase()];
  if (act) { act(); event.preventDefault(); }
}
document.addEventListener("keydown", key);
document.addEventListener("visibilitychange", () => { if (document.hidden && playing) pause(); });

// What a test or another script may read.
root.pairedPlayer = {
  state: () => ({
    fps, frame: frame(), total: total(), playing, rate, offset, loop, clock,
    ...Object.fromEntries(sides.map((side) => [side.name, {
      time: side.video.currentTime, frames: side.frames, shift: side.shift, holds: holds(side),
      ready: side.video.readyState >= 2 && !side.video.seeking,
    }])),
  }),
  play, pause, go, shift, speed,
};
watch("value", () => load(props.value));
load(props.value);
requestAnimationFrame(tick);
