package io.freightsdk.server.http;

import io.freightsdk.model.Operation;
import io.freightsdk.server.domain.track.Track;
import io.freightsdk.server.http.engine.Response;
import io.freightsdk.server.service.Accounts.Caller;
import io.freightsdk.server.service.PositionReads;
import io.freightsdk.server.service.PositionReads.Reading;
import io.freightsdk.server.service.TrackedLoad;
import java.util.LinkedHashMap;
import java.util.Map;

/**
 * Answers position reads. The JSON of the points is kept for the loads read last, until their next
 * fix: a read of 500 points takes six times as long without it. Safe for several threads.
 */
final class PositionAnswers {
  private static final int POINTS = 500;

  /** With 500 points each, 4 MB. */
  private static final int LOADS_KEPT = 100;

  private final PositionReads reads;

  /** Guarded by itself; the least recently used load is evicted. */
  private final Map<TrackedLoad, Points> kept = new LinkedHashMap<>(16, 0.75f, true);

  /** The points of a load when it had this many fixes; fixes are never removed. */
  @SuppressWarnings("ArrayRecordComponent") // Never compared.
  private record Points(int fixes, byte[] json) {}

  PositionAnswers(PositionReads reads) {
    this.reads = reads;
  }

  Response answer(Caller caller, String loadNumber) {
    byte[][] points = new byte[1][];
    Reading reading =
        reads.read(
            caller,
            Operation.GET_LOAD_POSITION,
            loadNumber,
            (load, track) -> points[0] = pointsOf(load, track));
    return JsonText.response(200, PositionJson.of(reading, points[0]));
  }

  private byte[] pointsOf(TrackedLoad load, Track track) {
    synchronized (kept) {
      Points known = kept.get(load);
      if (known != null && known.fixes == track.size()) return known.json;
    }
    Points now = new Points(track.size(), PointsJson.of(track.latest(POINTS)));
    synchronized (kept) {
      kept.put(load, now);
      if (kept.size() > LOADS_KEPT) kept.remove(kept.keySet().iterator().next());
    }
    return now.json;
  }
}
