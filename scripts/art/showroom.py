"""Makes the home video's frames from one render per light: showroom.py LAYERS TARGET

LAYERS holds <light>-…exr for every light of the dark studio, lamps-… and mask-…; TARGET receives
showroom.mp4, showroom.webm and the poster. Nothing in the picture moves but the light, and every
curve has the loop's length as its period, so the loop has no seam.
"""
import subprocess
import sys

import cv2
import numpy as np

from finish import calm, encode, read, save, shoulder, smoothed

SECONDS, RATE = 8, 25
SWEEPS = 6
STEADY = ["dome", "rim", "side", "wash", "nose", "lamps"]
# How much of each light's spill on the floor is kept: the rim's would be a blown patch.
ON_FLOOR = {"rim": 0.22, "lamps": 0.6, "dome": 0.9}
EXPOSURE = 1.15


def wave(t, low, high, phase=0.0):
    """Between `low` and `high`, once round in a loop; t is 0 to 1."""
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
    # A pulse walks from the nose to the tail, and is past both ends when the loop begins again.
    at = -1.5 + (SWEEPS + 2) * t
    for i in range(SWEEPS):
        away = min(abs(i - at) / 1.45, 1.0)
        lit[f"sweep{i}"] = 1.6 * (0.5 + 0.5 * np.cos(np.pi * away))
    return lit


def layer(folder, name, mask):
    """One light's picture: sparks removed, the car barely smoothed, the floor smoothed hard."""
    out = f"{folder}/{name}"
    normal, depth = read(out, "normal"), read(out, "depth")
    depth = depth[..., 0] if depth.ndim == 3 else depth
    light = np.maximum(read(out, "light"), 0)
    car = smoothed(calm(light), normal, depth, strength=0.25, rounds=3, normal_power=160.0)
    ground = cv2.GaussianBlur(smoothed(np.minimum(calm(light), 0.5), normal, depth, strength=6.0, rounds=6), (0, 0), 3)
    height, width = light.shape[:2]
    x = np.linspace(0, 1, width, dtype=np.float32)[None, :, None]
    # Words stand on the left: the floor is darker there.
    ground = ground * ON_FLOOR.get(name, 0.8) * (0.35 + 0.65 * np.clip((x - 0.1) / 0.35, 0, 1))
    return (mask * car + (1 - mask) * ground).astype(np.float32)


def glow(height, width, mask):
    """The studio's wall: a faint warm light behind the car that separates its outline from the dark."""
    y, x = np.mgrid[0:height, 0:width].astype(np.float32)
    away = np.hypot((x / width - 0.62) / 0.46, (y / height - 0.36) / 0.42)
    wall = 0.018 * np.exp(-2.2 * away**2) + 0.0022
    return wall[..., None] * np.float32([1.0, 0.96, 0.9]) * (1 - mask)


def frame(layers, wall, t):
    light = wall * (0.85 + 0.15 * np.cos(2 * np.pi * t))
    for name, strength in strengths(t).items():
        light = light + layers[name] * np.float32(strength)
    shown = encode(shoulder(light * EXPOSURE, 0.6))
    # A zoom too slow to notice, largest halfway.
    height, width = shown.shape[:2]
    k = 1 + 0.018 * (0.5 - 0.5 * np.cos(2 * np.pi * t))
    centre = np.float32([0.62 * width, 0.5 * height])
    matrix = np.float32([[k, 0, (1 - k) * centre[0]], [0, k, (1 - k) * centre[1]]])
    return cv2.warpAffine(shown.astype(np.float32), matrix, (width, height), flags=cv2.INTER_CUBIC, borderMode=cv2.BORDER_REFLECT)


def encoders(target, width, height):
    source = ["ffmpeg", "-v", "error", "-y", "-f", "rawvideo", "-pix_fmt", "bgr24", "-s", f"{width}x{height}", "-r", str(RATE), "-i", "-"]
    colour = ["-vf", "scale=out_color_matrix=bt709:out_range=tv,format=yuv420p", "-colorspace", "bt709", "-color_primaries", "bt709", "-color_trc", "bt709"]
    h264 = ["-c:v", "libx264", "-preset", "slow", "-crf", "23", "-x264-params", "aq-mode=3:aq-strength=1.1:deblock=1,1", "-movflags", "+faststart", "-an"]
    vp9 = ["-c:v", "libvpx-vp9", "-crf", "33", "-b:v", "0", "-row-mt", "1", "-cpu-used", "3", "-an"]
    return [
        subprocess.Popen([*source, *colour, *h264, f"{target}/showroom.mp4"], stdin=subprocess.PIPE),
        subprocess.Popen([*source, *colour, *vp9, f"{target}/showroom.webm"], stdin=subprocess.PIPE),
    ]


def main():
    folder, target = sys.argv[1:3]
    mask = np.clip(read(f"{folder}/mask", "light")[..., :1], 0, 1)
    height, width = mask.shape[:2]
    layers = {name: layer(folder, name, mask) for name in [*STEADY, *(f"sweep{i}" for i in range(SWEEPS))]}
    wall = glow(height, width, mask)
    poster = frame(layers, wall, 0.5)
    save(f"{target}/showroom-poster.webp", poster, 88)
    save(f"{target}/showroom-poster.jpg", poster, 86)
    if "--poster" in sys.argv:
        return
    grain = np.random.default_rng(3).normal(0, 0.45, (height, width, 1)).astype(np.float32)
    running = encoders(target, width, height)
    for i in range(SECONDS * RATE):
        pixels = frame(layers, wall, i / (SECONDS * RATE)) * 255 + grain
        raw = np.clip(pixels, 0, 255).round().astype(np.uint8)[..., ::-1].tobytes()
        for encoder in running:
            encoder.stdin.write(raw)
    for encoder in running:
        encoder.stdin.close()
        if encoder.wait() != 0:
            raise RuntimeError("ffmpeg failed")


if __name__ == "__main__":
    main()
