package io.freightsdk.server.http;

import io.freightsdk.server.domain.trip.PositionFigures;
import io.freightsdk.server.geo.Fix;
import java.math.BigDecimal;
import java.nio.charset.StandardCharsets;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** Writes points as JSON (API description, section 2.7): most of a position. */
final class PointsJson {
  /** Seven decimals of a degree are a centimetre; phones that give more are not rounded. */
  private static final int DECIMALS = 7;

  private static final double SCALE = 1e7;

  /** Of a point. */
  private static final int USUAL_BYTES = 96;

  private PointsJson() {}

  /** These fixes as a list of points. */
  static byte[] of(List<Fix> fixes) {
    StringBuilder json = new StringBuilder(USUAL_BYTES * (fixes.size() + 1)).append('[');
    for (Fix fix : fixes) {
      if (json.length() > 1) json.append(',');
      json.append("{\"lat\":").append(number(fix.at().lat()));
      json.append(",\"lng\":").append(number(fix.at().lng()));
      json.append(",\"speed\":").append(number(PositionFigures.oneDecimal(fix.speedMph())));
      json.append(",\"heading\":").append(fix.heading());
      json.append(",\"ts\":\"").append(fix.time()).append("\"}");
    }
    return json.append(']').toString().getBytes(StandardCharsets.US_ASCII);
  }

  /** The shortest text of a number; what has more decimals is as Java writes it. */
  private static String number(@Nullable Double value) {
    if (value == null) return "null";
    long scaled = Math.round(value * SCALE);
    boolean isExact = value.equals(scaled / SCALE);
    return isExact
        ? BigDecimal.valueOf(scaled, DECIMALS).stripTrailingZeros().toPlainString()
        : value.toString();
  }
}
