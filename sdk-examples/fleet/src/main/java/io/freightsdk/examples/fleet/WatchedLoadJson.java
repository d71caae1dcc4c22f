package io.freightsdk.examples.fleet;

import com.github.kagkarlsson.scheduler.serializer.Serializer;
import io.freightsdk.model.FreightJson;
import io.freightsdk.model.LoadPosition;
import io.freightsdk.reads.PositionReading;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.time.Instant;

/**
 * Keeps a watch in the database as text: its counters and the time of its last reading in one line,
 * then the position as JSON. Readable by any later version, and in the database itself.
 */
final class WatchedLoadJson implements Serializer {
  @Override
  public byte[] serialize(Object data) {
    WatchedLoad load = (WatchedLoad) data;
    PositionReading latest = load.latest();
    String counters = load.paidReads() + " " + load.failuresInARow();
    String text =
        latest == null
            ? counters
            : counters
                + " "
                + latest.readAt()
                + "\n"
                + FreightJson.adapter(LoadPosition.class).toJson(latest.position());
    return text.getBytes(StandardCharsets.UTF_8);
  }

  @Override
  public <T> T deserialize(Class<T> type, byte[] data) {
    String[] parts = new String(data, StandardCharsets.UTF_8).split("\n", 2);
    String[] counters = parts[0].split(" ", -1);
    PositionReading latest = null;
    if (parts.length == 2) {
      latest = new PositionReading(position(parts[1]), Instant.parse(counters[2]));
    }
    return type.cast(
        new WatchedLoad(latest, Integer.parseInt(counters[0]), Integer.parseInt(counters[1])));
  }

  private static LoadPosition position(String json) {
    try {
      LoadPosition position = FreightJson.adapter(LoadPosition.class).fromJson(json);
      if (position == null) {
        throw new IllegalStateException("a watch in the database holds no position");
      }
      return position;
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }
}
