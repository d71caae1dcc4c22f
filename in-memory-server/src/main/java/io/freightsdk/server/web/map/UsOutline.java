package io.freightsdk.server.web.map;

import io.freightsdk.server.web.Asset;
import java.util.ArrayList;
import java.util.List;

/**
 * The outline of the 50 states and DC, in units of {@link AlbersUsa}.
 *
 * <p>Read from {@code us-outline.bin}, which {@code src/build/map/make-us-outline.mjs} makes and
 * describes, when the first map is drawn.
 */
final class UsOutline {
  /** A state: where its name goes, and its rings as indices of shared lines. */
  record State(String code, MapPoint label, List<int[]> rings) {}

  private final double[][] arcs;
  private final List<State> states;

  private UsOutline(double[][] arcs, List<State> states) {
    this.arcs = arcs;
    this.states = states;
  }

  static UsOutline get() {
    return Holder.OUTLINE;
  }

  List<State> states() {
    return states;
  }

  /**
   * The lines between states and along coasts as x, y pairs; a ring's index i or ~i points here.
   */
  double[][] arcs() {
    return arcs;
  }

  private static UsOutline read(byte[] bytes) {
    VarintReader in = new VarintReader(bytes);
    double[][] arcs = new double[in.unsigned()][];
    for (int i = 0; i < arcs.length; i++) arcs[i] = readArc(in);
    int count = in.unsigned();
    List<State> states = new ArrayList<>(count);
    for (int i = 0; i < count; i++) states.add(readState(in));
    return new UsOutline(arcs, List.copyOf(states));
  }

  private static double[] readArc(VarintReader in) {
    double[] arc = new double[2 * in.unsigned()];
    int x = 0;
    int y = 0;
    for (int i = 0; i < arc.length; i += 2) {
      arc[i] = (x += in.signed()) / 100.0;
      arc[i + 1] = (y += in.signed()) / 100.0;
    }
    return arc;
  }

  private static State readState(VarintReader in) {
    String code = "" + (char) in.unsigned() + (char) in.unsigned();
    MapPoint label = new MapPoint(in.signed() / 100.0, in.signed() / 100.0);
    int count = in.unsigned();
    List<int[]> rings = new ArrayList<>(count);
    for (int i = 0; i < count; i++) {
      int[] ring = new int[in.unsigned()];
      for (int j = 0; j < ring.length; j++) ring[j] = in.signed();
      rings.add(ring);
    }
    return new State(code, label, rings);
  }

  private static final class Holder {
    static final UsOutline OUTLINE = read(Asset.bytes(UsOutline.class, "us-outline.bin"));
  }

  private static final class VarintReader {
    private final byte[] bytes;
    private int at;

    VarintReader(byte[] bytes) {
      this.bytes = bytes;
    }

    int unsigned() {
      int value = 0;
      for (int shift = 0; ; shift += 7) {
        byte b = bytes[at++];
        value |= (b & 0x7F) << shift;
        if (b >= 0) return value;
      }
    }

    int signed() {
      int zigzag = unsigned();
      return (zigzag >>> 1) ^ -(zigzag & 1);
    }
  }
}
