package io.freightsdk.server.http;

import io.freightsdk.server.domain.ping.PingRefusal;
import io.freightsdk.server.domain.ping.RawPing;
import io.freightsdk.server.json.JsonObjects;
import io.freightsdk.server.service.Pings;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/** Pings and their answers, as the driver's phone speaks them. */
public final class PingJson {
  private PingJson() {}

  /** The members of a ping, judged later. */
  public static RawPing read(Map<?, ?> body) {
    return new RawPing(
        body.get("lat"),
        body.get("lng"),
        body.get("accuracy"),
        body.get("speed"),
        body.get("heading"),
        body.get("timestamp"));
  }

  static Answer answer(Pings.Outcome outcome) {
    if (outcome instanceof Pings.Outcome.Kept kept) return kept(kept);
    if (outcome instanceof Pings.Outcome.Refused refused) return refused(refused.reason());
    return ErrorTable.plain(404, "Load not found");
  }

  private static Answer kept(Pings.Outcome.Kept kept) {
    Map<String, @Nullable Object> body = JsonObjects.object("ok", true, "pingId", kept.pingId());
    if (kept.lowConfidence()) body.put("lowConfidence", true);
    return Answer.json(200, body);
  }

  private static Answer refused(PingRefusal reason) {
    return switch (reason) {
      case COORDS_REQUIRED -> failed(400, "lat and lng are required numbers");
      case INVALID_COORDS -> failed(400, reason.code());
      case TRACKING_ENDED ->
          Answer.json(409, JsonObjects.object("error", "Tracking ended", "trackingEnded", true));
      case TELEPORT -> failed(422, "Unrealistic GPS jump");
      case DUPLICATE, THROTTLED -> Answer.json(200, JsonObjects.object("ok", true));
      case INVALID_ACCURACY,
          NEGATIVE_ACCURACY,
          ACCURACY_TOO_LOW,
          INVALID_TIMESTAMP,
          TIMESTAMP_FUTURE,
          TIMESTAMP_TOO_OLD ->
          failed(422, reason.code());
    };
  }

  private static Answer failed(int status, String error) {
    return Answer.json(status, JsonObjects.object("ok", false, "error", error));
  }
}
