"""Makes the home video's frames from one render per light: showroom.py LAYERS TARGET

LAYERS contains <light>-…exr for every light of the dark studio, lamps-… and mask-…. Writes
showroom.mp4, showroom.webm and the poster to TARGET. Only the light moves, and the period of every
curve is the length of the loop, so the video loops without a seam.
"""
import subprocess
import sys

import cv2
import numpy as np

from finish import calm, encode, read, save, shoulder

SIZE = (1280, 720)
SECONDS, RATE = 8, 25
SWEEPS = 6
STEADY = ["dome", "rim", "side", "wash", "nose", "lamps"]
# Share of each light kept on the floor. The rim light would overexpose it.
ON_FLOOR = {"rim": 0.22, "lamps": 0.6, "dome": 0.9}
EXPOSURE = 1.15


def wave(t, low, high, phase=0.0):
    """Between `low` and `high`, with one period per loop; t is 0 to 1."""
    return low + (high - low) * (0.5 - 0.5 * np.cos(2 * np.pi * (t - phase)))


def strengths(t):
    """Each light's strength at t (0 to 1 of the loop)."""
    lit = {
        "dome": wave(t, 0.45, 0.95, 0.05),
        "rim": wave(t, 0.55, 1.0, 0.55),
        "side": wave(t, 0.35, 1.0, 0.25),
        "wash": wave(t, 0.12, 0.6, 0.3),
        "nose": wave(t, 0.4, 1.0, 0.85),
        "lamps": wave(t, 0.8, 1.0, 0.1),
    }
    # A pulse moves from the nose to the tail; when the loop restarts it is beyond the tail.
    at = -1.5 + (SWEEPS + 2) * t
    for i in range(SWEEPS):
        away = min(abs(i - at) / 1.45, 1.0)
        lit[f"sweep{i}"] = 1.6 * (0.5 + 0.5 * np.cos(np.pi * away))
    return lit


def layer(folder, name, mask):
    """The picture of one light at video size. Removes sparks from the car and smooths the floor strongly."""
    light = np.minimum(np.maximum(read(f"{folder}/{name}", "light"), 0), 8)
    car = cv2.resize(calm(light), SIZE, interpolation=cv2.INTER_AREA)
    # The floor mirrors only broad, soft shapes, so a quarter of the size without the car is enough.
    small = tuple(side // 4 for side in SIZE)
    bare = cv2.resize(1 - mask, small, interpolation=cv2.INTER_AREA)[..., None]
    floor = cv2.resize(np.minimum(calm(light), 0.4) * (1 - mask), small, interpolation=cv2.INTER_AREA)
    spread = [cv2.GaussianBlur(part, (0, 0), 4.0) for part in (floor, bare)]
    ground = cv2.resize(spread[0] / np.maximum(spread[1][..., None], 1e-3), SIZE, interpolation=cv2.INTER_CUBIC)
    x = np.linspace(0, 1, SIZE[0], dtype=np.float32)[None, :, None]
    # The page puts text on the left, so the floor is darker there.
    ground = np.maximum(ground, 0) * ON_FLOOR.get(name, 0.8) * (0.35 + 0.65 * np.clip((x - 0.1) / 0.35, 0, 1))
    shape = cv2.resize(mask, SIZE, interpolation=cv2.INTER_AREA)[..., None]
    return (shape * car + (1 - shape) * ground).astype(np.float32)


def glow(height, width, mask):
    """The studio wall: a faint warm light behind the car that separates its outline from the dark."""
    y, x = np.mgrid[0:height, 0:width].astype(np.float32)
    away = np.hypot((x / width - 0.62) / 0.46, (y / height - 0.36) / 0.42)
    wall = 0.018 * np.exp(-2.2 * away**2) + 0.0022
    return wall[..., None] * np.float32([1.0, 0.96, 0.9]) * (1 - mask)


# Lookup table from linear light (0 to 4) to brightness (0 to 255): a frame has three million values.
STEPS = 65535
TONES = (encode(shoulder(np.linspace(0, 4, STEPS + 1) * EXPOSURE, 0.6)) * 255).astype(np.float32)


def frame(names, layers, wall, t):
    """The picture at t (0 to 1 of the loop), 0 to 255; each row of `layers` is one light."""
    lit = strengths(t)
    weights = np.array([lit[name] for name in names], np.float32)
    light = (weights @ layers).reshape(wall.shape) + wall * np.float32(0.85 + 0.15 * np.cos(2 * np.pi * t))
    shown = TONES[(np.minimum(light, 4) * np.float32(STEPS / 4)).astype(np.uint16)]
    # A zoom too slow to notice, largest halfway.
    height, width = shown.shape[:2]
    k = 1 + 0.018 * (0.5 - 0.5 * np.cos(2 * np.pi * t))
    matrix = np.float32([[k, 0, (1 - k) * 0.62 * width], [0, k, (1 - k) * 0.5 * height]])
    return cv2.warpAffine(shown, matrix, (width, height), flags=cv2.INTER_CUBIC, borderMode=cv2.BORDER_REFLECT)


ENCODERS = {
    "mp4": ["-c:v", "libx264", "-preset", "medium", "-crf", "22", "-x264-params", "aq-mode=3:deblock=1,1", "-movflags", "+faststart"],
    "webm": ["-c:v", "libvpx-vp9", "-crf", "34", "-b:v", "0", "-row-mt", "1", "-deadline", "good", "-cpu-used", "4"],
}


def encoder(target, kind):
    size = f"{SIZE[0]}x{SIZE[1]}"
    source = ["ffmpeg", "-v", "error", "-y", "-f", "rawvideo", "-pix_fmt", "bgr24", "-s", size, "-r", str(RATE), "-i", "-"]
    color = ["-vf", "scale=out_color_matrix=bt709:out_range=tv,format=yuv420p", "-colorspace", "bt709", "-color_primaries", "bt709", "-color_trc", "bt709"]
    return subprocess.Popen([*source, *color, *ENCODERS[kind], "-an", f"{target}/showroom.{kind}"], stdin=subprocess.PIPE)


def main():
    folder, target = sys.argv[1:3]
    mask = np.clip(read(f"{folder}/mask", "light")[..., :1], 0, 1)
    names = [*STEADY, *(f"sweep{i}" for i in range(SWEEPS))]
    layers = np.stack([layer(folder, name, mask).ravel() for name in names])
    wall = glow(SIZE[1], SIZE[0], cv2.resize(mask, SIZE, interpolation=cv2.INTER_AREA)[..., None])
    poster = frame(names, layers, wall, 0.5) / 255
    save(f"{target}/showroom-poster.webp", poster, 90)
    if "--poster" in sys.argv:
        return
    grain = np.random.default_rng(3).normal(0, 0.45, wall.shape[:2] + (1,)).astype(np.float32)
    running = [encoder(target, kind) for kind in ENCODERS]
    for i in range(SECONDS * RATE):
        pixels = frame(names, layers, wall, i / (SECONDS * RATE)) + grain
        raw = np.clip(pixels, 0, 255).round().astype(np.uint8)[..., ::-1].tobytes()
        for process in running:
            process.stdin.write(raw)
    for process in running:
        process.stdin.close()
        if process.wait() != 0:
            raise RuntimeError("ffmpeg failed")


if __name__ == "__main__":
    main()
