package io.freightsdk.internal.agent;

import io.freightsdk.agent.ToolError.Retry;
import io.freightsdk.agent.ToolMemory;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * Keeps a model from asking a person until he errs. What was refused is not asked about again for a
 * while, however it is written; after three questions that were not approved there are none for a
 * while. In the memory, so that neither a restart nor another host asks again.
 */
final class Nagging {
  /** So long a refusal stands, and so long nobody is asked after too many. */
  static final Duration REST = Duration.ofMinutes(10);

  private static final int MOST_UNAPPROVED = 3;
  private static final String REFUSED = "refused ";
  private static final String UNAPPROVED = "unapproved ";

  private final Memory memory;

  Nagging(Memory memory) {
    this.memory = memory;
  }

  /**
   * Refuses a call about which nobody may be asked now.
   *
   * @param subjects what the call is about, under each name that it has
   * @param scope the caller's; null for none
   */
  void requireQuestion(List<String> subjects, @Nullable String scope) {
    Instant now = memory.now();
    Instant until = memory.change(rows -> refusedUntil(rows, subjects, now));
    if (until != null) {
      throw Refusal.of("APPROVAL_DENIED", Retry.NEVER)
          .because(
              "The user has refused this just now and was not asked again.",
              "Do not repeat the call in any form unless the user asks for it.");
    }
    Instant from = memory.change(rows -> pausedUntil(rows, scope, now));
    if (from == null) return;
    throw Refusal.of("APPROVALS_PAUSED", Retry.AFTER_USER_ACTION)
        .fact(Fact.RETRY_AT, from)
        .because(
            "Not asked: the user has not approved the last " + MOST_UNAPPROVED + " questions.",
            "Stop. Tell the user what you wanted to do, and wait until the user asks for it.");
  }

  private static @Nullable Instant refusedUntil(
      ToolMemory.Rows rows, List<String> subjects, Instant now) {
    for (String subject : subjects) {
      String row = rows.read(REFUSED + subject);
      if (row != null && now.isBefore(instant(row))) return instant(row);
    }
    return null;
  }

  private static @Nullable Instant pausedUntil(
      ToolMemory.Rows rows, @Nullable String scope, Instant now) {
    List<Instant> times = unapproved(rows.read(id(scope)), now);
    return times.size() < MOST_UNAPPROVED ? null : times.get(0).plus(REST);
  }

  /** The person has refused it. */
  void refused(List<String> subjects, @Nullable String scope) {
    Instant now = memory.now();
    boolean unused =
        memory.change(
            rows -> {
              rows.list(REFUSED)
                  .forEach(
                      (id, row) -> {
                        if (!now.isBefore(instant(row))) rows.delete(id);
                      });
              for (String subject : subjects) {
                rows.write(REFUSED + subject, String.valueOf(now.plus(REST).getEpochSecond()));
              }
              return true;
            });
    unapproved(scope);
  }

  /** The person was asked and has not approved. */
  void unapproved(@Nullable String scope) {
    Instant now = memory.now();
    boolean unused =
        memory.change(
            rows -> {
              List<Instant> times = unapproved(rows.read(id(scope)), now);
              times.add(now);
              List<String> seconds =
                  times.stream().map(at -> String.valueOf(at.getEpochSecond())).toList();
              int from = Math.max(0, seconds.size() - MOST_UNAPPROVED);
              rows.write(id(scope), String.join(" ", seconds.subList(from, seconds.size())));
              return true;
            });
  }

  /** The person has approved something: whatever was asked before, he is there. */
  void approved(@Nullable String scope) {
    boolean unused =
        memory.change(
            rows -> {
              rows.delete(id(scope));
              return true;
            });
  }

  private static String id(@Nullable String scope) {
    return UNAPPROVED + (scope == null ? "all" : Memory.digest(scope));
  }

  private static List<Instant> unapproved(@Nullable String row, Instant now) {
    List<Instant> times = new ArrayList<>();
    if (row == null || row.isEmpty()) return times;
    Arrays.stream(row.split(" "))
        .map(Nagging::instant)
        .filter(at -> at.plus(REST).isAfter(now))
        .forEach(times::add);
    return times;
  }

  private static Instant instant(String seconds) {
    return Instant.ofEpochSecond(Long.parseLong(seconds));
  }
}
