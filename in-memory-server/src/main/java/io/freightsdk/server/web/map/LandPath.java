package io.freightsdk.server.web.map;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.BitSet;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * Draws the states of a frame as one SVG path: simplified to what the picture can show and cut to
 * its edges, so its size hardly depends on the zoom.
 *
 * <p>Lines are simplified before they are joined to rings: neighbours keep a common border.
 */
final class LandPath {
  private static final double TOLERANCE = 1;
  private static final double BLEED = 40;
  private static final double ROOM_FOR_A_NAME = 25_000;

  /** A state's letters and the point of the picture that they are centred on. */
  record Name(String code, MapPoint at) {}

  private final UsOutline outline = UsOutline.get();
  private final double[][] simplified = new double[outline.arcs().length][];
  private final Frame frame;
  private final RectClip clip;
  private final double shrink;

  /** The land of {@code frame} drawn {@code width} units wide. */
  LandPath(Frame frame, int width) {
    this.frame = frame;
    this.shrink = (double) width / Frame.WIDTH;
    double height = Frame.HEIGHT * shrink;
    this.clip = new RectClip(new Box(0, 0, width, height).grown(BLEED));
  }

  /** The path data. */
  String draw() {
    PathWriter path = new PathWriter();
    for (UsOutline.State state : outline.states()) {
      for (int[] ring : state.rings()) drawRing(clip.clip(join(ring)), path);
    }
    return path.data();
  }

  /** Where to write the names of the states: on what the picture shows of them. */
  List<Name> names() {
    List<Name> names = new ArrayList<>();
    for (UsOutline.State state : outline.states()) {
      MapPoint at = nameOf(state);
      if (at != null) names.add(new Name(state.code(), at));
    }
    return names;
  }

  private @Nullable MapPoint nameOf(UsOutline.State state) {
    if (frame.shown().contains(state.label())) {
      return new MapPoint(frame.pictureX(state.label().x()), frame.pictureY(state.label().y()));
    }
    for (int[] ring : state.rings()) {
      Centroid shown = Centroid.of(clip.clip(join(ring)));
      if (shown.area() > ROOM_FOR_A_NAME) return shown.at();
    }
    return null;
  }

  private static void drawRing(double[] ring, PathWriter path) {
    boolean tooSmall = ring.length < 6;
    if (tooSmall) return;
    path.moveTo(ring[0], ring[1]);
    for (int i = 2; i < ring.length; i += 2) path.lineTo(ring[i], ring[i + 1]);
    path.close();
  }

  private double[] join(int[] ring) {
    double[] joined = new double[64];
    int size = 0;
    for (int reference : ring) {
      boolean backwards = reference < 0;
      double[] arc = simplified(backwards ? ~reference : reference);
      int points = arc.length / 2;
      if (size + arc.length > joined.length) {
        joined = Arrays.copyOf(joined, 2 * (size + arc.length));
      }
      // The last point of a line is the first of the next one.
      for (int i = 0; i < points - 1; i++) {
        int from = 2 * (backwards ? points - 1 - i : i);
        joined[size++] = arc[from];
        joined[size++] = arc[from + 1];
      }
    }
    return Arrays.copyOf(joined, size);
  }

  private double[] simplified(int index) {
    double[] known = simplified[index];
    if (known != null) return known;
    double[] arc = outline.arcs()[index];
    int size = arc.length / 2;
    double[] x = new double[size];
    double[] y = new double[size];
    for (int i = 0; i < size; i++) {
      x[i] = frame.pictureX(arc[2 * i]) * shrink;
      y[i] = frame.pictureY(arc[2 * i + 1]) * shrink;
    }
    BitSet kept = DouglasPeucker.keep(x, y, size, TOLERANCE);
    double[] result = new double[2 * kept.cardinality()];
    int to = 0;
    for (int i = kept.nextSetBit(0); i >= 0; i = kept.nextSetBit(i + 1)) {
      result[to++] = x[i];
      result[to++] = y[i];
    }
    simplified[index] = result;
    return result;
  }
}
