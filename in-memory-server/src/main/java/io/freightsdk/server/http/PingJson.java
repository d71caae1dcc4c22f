package io.freightsdk.server.http;

import io.freightsdk.server.domain.ping.PingReader.RawPing;
import io.freightsdk.server.domain.ping.PingVerdict;
import io.freightsdk.server.domain.ping.PingVerdict.PingRefusal;
import io.freightsdk.server.http.engine.Response;
import java.util.List;
import java.util.Map;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;

/** A ping and its response, as JSON between the driver's phone and the server. */
public final class PingJson {
  /** The names of the members of a ping. */
  public static final List<String> MEMBERS =
      List.of("lat", "lng", "accuracy", "speed", "heading", "timestamp");

  private PingJson() {}

  /** The members of a ping, which are checked later. Phones may send more. */
  public static RawPing read(Map<?, ?> body) {
    return new RawPing(
        body.get("lat"),
        body.get("lng"),
        body.get("accuracy"),
        body.get("speed"),
        body.get("heading"),
        body.get("timestamp"));
  }

  /** The response to a ping. It contains {@code pingId} if the ping was kept. */
  static Response response(PingVerdict verdict, Supplier<String> pingId) {
    PingRefusal refusal = verdict.refusal();
    if (refusal != null) return refused(refusal);
    Map<String, @Nullable Object> body = JsonText.object("ok", true, "pingId", pingId.get());
    if (verdict.lowConfidence()) body.put("lowConfidence", true);
    return JsonText.response(200, body);
  }

  private static Response refused(PingRefusal reason) {
    return switch (reason) {
      case COORDS_REQUIRED -> error(400, "lat and lng are required numbers");
      case INVALID_COORDS -> error(400, reason.code());
      case TRACKING_ENDED ->
          JsonText.response(409, JsonText.object("error", "Tracking ended", "trackingEnded", true));
      case UNKNOWN_DRIVER -> JsonText.error(404, "Load not found");
      case TELEPORT -> error(422, "Unrealistic GPS jump");
      case DUPLICATE, THROTTLED -> JsonText.ok("ok", true);
      case INVALID_ACCURACY,
          NEGATIVE_ACCURACY,
          ACCURACY_TOO_LOW,
          INVALID_TIMESTAMP,
          TIMESTAMP_FUTURE,
          TIMESTAMP_TOO_OLD ->
          error(422, reason.code());
    };
  }

  private static Response error(int status, String error) {
    return JsonText.response(status, JsonText.object("ok", false, "error", error));
  }
}
