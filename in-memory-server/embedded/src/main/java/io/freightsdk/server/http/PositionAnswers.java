package io.freightsdk.server.http;

import io.freightsdk.model.Operation;
import io.freightsdk.server.domain.track.Track;
import io.freightsdk.server.http.engine.Response;
import io.freightsdk.server.service.Accounts.Caller;
import io.freightsdk.server.service.PositionReads;
import io.freightsdk.server.service.PositionReads.Reading;
import io.freightsdk.server.service.TrackedLoad;
import java.lang.ref.WeakReference;
import java.util.Iterator;
import java.util.LinkedHashMap;
import java.util.Map;

/**
 * Answers position reads. The points are nine tenths of an answer and change only with a fix, so
 * the JSON of the points is kept for the loads read last; everything else is computed at each read.
 * Safe for several threads.
 */
final class PositionAnswers {
  private static final int POINTS = 500;

  /** Enough for 180 loads with 500 points each. */
  private static final int BYTES_KEPT = 8 << 20;

  /** Memory of an entry in addition to its bytes. */
  private static final int ENTRY_BYTES = 200;

  private final PositionReads reads;

  /** Guarded by itself. */
  private final Map<String, Points> kept = new LinkedHashMap<>(64, 0.75f, true);

  /** Guarded by {@link #kept}. */
  private int bytesKept;

  /**
   * The points of a load that has this many fixes; fixes are never removed. The load object is
   * compared too, because after a restore another object with other fixes has the same number.
   */
  private static final class Points {
    private final WeakReference<TrackedLoad> load;
    private final int fixes;
    private final byte[] json;

    Points(TrackedLoad load, int fixes, byte[] json) {
      this.load = new WeakReference<>(load);
      this.fixes = fixes;
      this.json = json;
    }

    boolean areOf(TrackedLoad other, Track track) {
      return load.refersTo(other) && fixes == track.size();
    }

    int bytes() {
      return ENTRY_BYTES + json.length;
    }
  }

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
    String number = load.ids().loadNumber();
    synchronized (kept) {
      Points known = kept.get(number);
      if (known != null && known.areOf(load, track)) return known.json;
    }
    byte[] json = PointsJson.ofLatest(track, POINTS);
    keep(number, new Points(load, track.size(), json));
    return json;
  }

  private void keep(String number, Points points) {
    synchronized (kept) {
      Points before = kept.put(number, points);
      bytesKept += points.bytes() - (before == null ? 0 : before.bytes());
      Iterator<Points> oldest = kept.values().iterator();
      while (bytesKept > BYTES_KEPT) {
        bytesKept -= oldest.next().bytes();
        oldest.remove();
      }
    }
  }
}
