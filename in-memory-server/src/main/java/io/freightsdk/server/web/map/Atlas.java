package io.freightsdk.server.web.map;

import io.freightsdk.server.domain.geocode.PackedReader;
import io.freightsdk.server.geo.Coordinates;
import io.freightsdk.server.http.Resource;
import java.util.ArrayList;
import java.util.EnumMap;
import java.util.List;
import java.util.Map;

/**
 * Land, lakes and borders of North America, in degrees.
 *
 * <p>Read from {@code base-map.bin}, which {@code in-memory-server/tools/map/make-base-map.mjs}
 * makes and describes, when the first map is drawn.
 */
final class Atlas {
  /** The layers, drawn from the bottom to the top. */
  enum Layer {
    COUNTRIES_AROUND,
    LAKES_AROUND,
    STATES,
    LAKES_IN_STATES,
    STATE_BORDERS,
    OTHER_BORDERS
  }

  /** A state's code and its place on the map. */
  record Name(String code, Coordinates at) {}

  private final Map<Layer, List<Line>> layers = new EnumMap<>(Layer.class);
  private final List<Name> names = new ArrayList<>();

  private Atlas(PackedReader in) {
    for (Layer layer : Layer.values()) {
      int count = in.unsigned();
      List<Line> lines = new ArrayList<>(count);
      for (int i = 0; i < count; i++) lines.add(Line.read(in));
      layers.put(layer, List.copyOf(lines));
    }
    int count = in.unsigned();
    for (int i = 0; i < count; i++) {
      String code = "" + (char) in.unsigned() + (char) in.unsigned();
      double lng = in.signed() / 1e3;
      names.add(new Name(code, new Coordinates(in.signed() / 1e3, lng)));
    }
  }

  static Atlas get() {
    return Holder.ATLAS;
  }

  List<Line> lines(Layer layer) {
    return layers.getOrDefault(layer, List.of());
  }

  List<Name> names() {
    return names;
  }

  /** A ring, which does not repeat its first point, or an open line. */
  static final class Line {
    private final float[] lng;
    private final float[] sinLat;
    private final float[] cosLat;
    private double west = 180;
    private double east = -180;
    private double south = 90;
    private double north = -90;

    private Line(int points) {
      lng = new float[points];
      sinLat = new float[points];
      cosLat = new float[points];
    }

    private static Line read(PackedReader in) {
      Line line = new Line(in.unsigned());
      int x = 0;
      int y = 0;
      for (int i = 0; i < line.lng.length; i++) {
        double lng = (x += in.signed()) / 1e3;
        double lat = (y += in.signed()) / 1e3;
        line.lng[i] = (float) Math.toRadians(lng);
        line.sinLat[i] = (float) Math.sin(Math.toRadians(lat));
        line.cosLat[i] = (float) Math.cos(Math.toRadians(lat));
        line.west = Math.min(line.west, lng);
        line.east = Math.max(line.east, lng);
        line.south = Math.min(line.south, lat);
        line.north = Math.max(line.north, lat);
      }
      return line;
    }

    /** Whether a part of it may be in the picture. */
    boolean touches(Frame frame) {
      double reach = frame.reachDegrees();
      double lat = frame.center().lat();
      if (south > lat + reach || north < lat - reach) return false;
      double nearestPole = Math.min(89, Math.abs(lat) + reach);
      double sideways = reach / Math.cos(Math.toRadians(nearestPole));
      if (sideways >= 180) return true;
      double middle = Math.IEEEremainder((west + east) / 2 - frame.center().lng(), 360);
      return Math.abs(middle) <= sideways + (east - west) / 2;
    }

    /** Its points in the picture as x, y pairs. */
    double[] in(Frame frame) {
      double middle = Math.toRadians(frame.center().lng());
      double[] xy = new double[2 * lng.length];
      for (int i = 0; i < lng.length; i++) {
        Frame.Point at = frame.project(sinLat[i], cosLat[i], lng[i] - middle);
        xy[2 * i] = at.x();
        xy[2 * i + 1] = at.y();
      }
      return xy;
    }
  }

  private static final class Holder {
    static final Atlas ATLAS =
        new Atlas(
            new PackedReader(
                Resource.bytes(Atlas.class.getResourceAsStream("base-map.bin"), "base-map.bin")));
  }
}
