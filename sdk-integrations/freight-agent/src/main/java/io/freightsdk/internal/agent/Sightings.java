package io.freightsdk.internal.agent;

import io.freightsdk.internal.agent.json.ResultJson;
import java.time.Instant;
import java.util.LinkedHashMap;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * What was last read of each load, in the memory. Of a load that is over, the whole reading:
 * nothing in it can change any more, so it is read for free from then on.
 */
final class Sightings {
  private static final String SEEN = "seen ";
  private static final int LONGEST = 4000;

  private final Memory memory;

  Sightings(Memory memory) {
    this.memory = memory;
  }

  /**
   * A load as it was read last.
   *
   * @param last the whole reading if the load is over; null otherwise
   */
  record Seen(String status, Instant at, @Nullable Map<String, @Nullable Object> last) {}

  /** A load was read, or its delivery confirmed; failures are logged only, for it is paid for. */
  void seen(String loadNumber, String status, Instant at, @Nullable Map<String, ?> last) {
    Map<String, @Nullable Object> members = new LinkedHashMap<>();
    members.put("status", status);
    members.put("at", at.toString());
    members.put("last", last);
    String row = ResultJson.of(members);
    if (row.length() > LONGEST) {
      members.remove("last");
      row = ResultJson.of(members);
    }
    String text = row;
    memory.keep(
        "a reading",
        rows -> {
          rows.write(SEEN + loadNumber, text);
          return true;
        });
  }

  @Nullable Seen find(String loadNumber) {
    return of(memory.read(SEEN + loadNumber));
  }

  /** The same; null also if the ledger cannot be reached. */
  @Nullable Seen findIfReachable(String loadNumber) {
    return of(memory.readIfReachable(SEEN + loadNumber));
  }

  private static @Nullable Seen of(@Nullable String row) {
    if (row == null) return null;
    Map<String, @Nullable Object> members = Memory.json(row);
    Map<String, @Nullable Object> last = null;
    if (members.get("last") instanceof Map<?, ?> stored) {
      last = new LinkedHashMap<>();
      for (Map.Entry<?, ?> member : stored.entrySet()) {
        last.put((String) member.getKey(), member.getValue());
      }
    }
    return new Seen(
        String.valueOf(members.get("status")),
        Instant.parse(String.valueOf(members.get("at"))),
        last);
  }
}
