package io.freightsdk.server.web.map;

import java.util.ArrayList;
import java.util.List;

/** Keeps the labels of one picture apart: each place is used once. */
final class LabelBoard {
  private static final double LETTER_WIDTH = 0.56;

  /**
   * By which share of its width a name may be longer in a wide font of a phone. It may then come
   * near another one, but must not be cut at the edge.
   */
  private static final double WIDER = 0.35;

  private static final Frame.Box PICTURE = new Frame.Box(0, 0, Frame.WIDTH, Frame.HEIGHT);

  private static final double STEP = 20;
  private static final int MOST_STEPS = 500;

  private final List<Frame.Point> onLines = new ArrayList<>();
  private final List<Frame.Box> taken = new ArrayList<>();

  /** Lines that labels had better not lie on. */
  void avoid(List<Frame.Point> line) {
    for (int i = 0; i + 1 < line.size(); i++) {
      Frame.Point from = line.get(i);
      Frame.Point to = line.get(i + 1);
      double length = Math.hypot(to.x() - from.x(), to.y() - from.y());
      int steps = (int) Math.min(MOST_STEPS, Math.ceil(length / STEP));
      for (int step = 0; step <= steps; step++) {
        double share = steps == 0 ? 0 : (double) step / steps;
        Frame.Point at =
            new Frame.Point(
                from.x() + share * (to.x() - from.x()), from.y() + share * (to.y() - from.y()));
        if (PICTURE.contains(at)) onLines.add(at);
      }
    }
  }

  /** Whether a line passes through {@code box}. */
  boolean isOnLine(Frame.Box box) {
    return onLines.stream().anyMatch(box::contains);
  }

  /** Reserves {@code box} if it is free and inside the picture; returns whether it was. */
  boolean claim(Frame.Box box) {
    double more = WIDER * (box.right() - box.left());
    boolean inside =
        box.left() - more >= PICTURE.left()
            && box.right() + more <= PICTURE.right()
            && box.top() >= PICTURE.top()
            && box.bottom() <= PICTURE.bottom();
    if (!inside || taken.stream().anyMatch(box::overlaps)) return false;
    taken.add(box);
    return true;
  }

  /** Reserves {@code box} even if it is not free. */
  void block(Frame.Box box) {
    taken.add(box);
  }

  /** The approximate box of {@code text} that begins (or ends) {@code gap} next to a point. */
  static Frame.Box beside(Frame.Point at, String text, double fontSize, double gap, boolean right) {
    double width = text.length() * fontSize * LETTER_WIDTH;
    double left = right ? at.x() + gap : at.x() - gap - width;
    return new Frame.Box(left, at.y() - fontSize * 0.6, left + width, at.y() + fontSize * 0.6);
  }

  /** The approximate box of {@code text} centred {@code below} a point. */
  static Frame.Box centered(Frame.Point at, String text, double fontSize, double below) {
    double half = text.length() * fontSize * LETTER_WIDTH / 2;
    double y = at.y() + below;
    return new Frame.Box(at.x() - half, y - fontSize * 0.6, at.x() + half, y + fontSize * 0.6);
  }
}
