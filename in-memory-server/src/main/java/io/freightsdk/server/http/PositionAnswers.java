package io.freightsdk.server.http;

import io.freightsdk.model.FreightJson;
import io.freightsdk.model.LoadPosition;
import io.freightsdk.model.Operation;
import io.freightsdk.server.service.Accounts.Caller;
import io.freightsdk.server.service.Load;
import io.freightsdk.server.service.PositionReads;
import io.freightsdk.server.service.PositionReads.Known;
import io.freightsdk.server.service.PositionReads.Reading;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.lang.ref.WeakReference;
import java.nio.charset.StandardCharsets;
import java.util.Arrays;
import java.util.LinkedHashMap;
import java.util.Map;
import okio.Buffer;
import org.jspecify.annotations.Nullable;

/**
 * Answers of position reads. The points are nine tenths of one and change only with a fix, so those
 * of the loads read last are kept as they go over the wire; all else is computed at each read. Safe
 * for several threads.
 */
final class PositionAnswers {
  /** At 45 KB for 500 points, 3 MB at most. */
  private static final int LOADS_KEPT = 64;

  private static final byte[] POINTS_BEGIN = "\"gpsTrack\":[".getBytes(StandardCharsets.US_ASCII);

  private final PositionReads reads;

  /** Guarded by itself. */
  private final Map<String, Points> kept = new LinkedHashMap<>(LOADS_KEPT, 0.75f, true);

  /**
   * The points of a load with so many fixes; fixes are only ever added. The load itself is compared
   * too: after a restore another one bears its number, with fixes of its own.
   */
  private static final class Points {
    private final WeakReference<Load> load;
    private final int fixes;
    private final byte[] json;

    Points(Load load, int fixes, byte[] json) {
      this.load = new WeakReference<>(load);
      this.fixes = fixes;
      this.json = json;
    }

    /** Null when their load is gone. */
    @Nullable Known known() {
      Load known = load.get();
      return known == null ? null : new Known(known, fixes);
    }

    boolean areOf(Reading reading) {
      return load.refersTo(reading.load()) && fixes == reading.figures().pingCount();
    }
  }

  PositionAnswers(PositionReads reads) {
    this.reads = reads;
  }

  /** Reads, charges, and answers with the whole position. */
  Answer answer(Caller caller, String loadNumber) {
    Points points = find(loadNumber);
    Known known = points == null ? null : points.known();
    Reading reading = reads.read(caller, Operation.GET_LOAD_POSITION, loadNumber, known);
    byte[] body = encode(PositionJson.of(reading));
    if (points != null && points.areOf(reading)) {
      return Answer.encodedJson(200, withPoints(body, points));
    }
    keep(reading, pointsOf(body));
    return Answer.encodedJson(200, body);
  }

  private @Nullable Points find(String loadNumber) {
    synchronized (kept) {
      return kept.get(loadNumber);
    }
  }

  private void keep(Reading reading, byte[] points) {
    Load load = reading.load();
    int fixes = reading.figures().pingCount();
    synchronized (kept) {
      kept.put(load.ids().loadNumber(), new Points(load, fixes, points));
      if (kept.size() > LOADS_KEPT) kept.remove(kept.keySet().iterator().next());
    }
  }

  private static byte[] encode(LoadPosition position) {
    Buffer buffer = new Buffer();
    try {
      FreightJson.adapter(LoadPosition.class).toJson(buffer, position);
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
    return buffer.readByteArray();
  }

  private static byte[] withPoints(byte[] body, Points points) {
    int at = pointsBegin(body);
    byte[] whole = new byte[body.length + points.json.length];
    System.arraycopy(body, 0, whole, 0, at);
    System.arraycopy(points.json, 0, whole, at, points.json.length);
    System.arraycopy(body, at, whole, at + points.json.length, body.length - at);
    return whole;
  }

  /** Points hold no list of their own: the first bracket ends them. */
  private static byte[] pointsOf(byte[] body) {
    int begin = pointsBegin(body);
    int end = begin;
    while (body[end] != ']') end++;
    return Arrays.copyOfRange(body, begin, end);
  }

  /** Where the first point begins; inside a string the quotes of the name would be escaped. */
  private static int pointsBegin(byte[] body) {
    int length = POINTS_BEGIN.length;
    for (int at = 0; at + length <= body.length; at++) {
      if (Arrays.equals(body, at, at + length, POINTS_BEGIN, 0, length)) return at + length;
    }
    throw new IllegalStateException("a position without gpsTrack");
  }
}
