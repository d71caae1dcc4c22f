package io.freightsdk.internal.agent;

import io.freightsdk.agent.ToolError.Retry;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;

/**
 * Keeps a model from asking a person until he errs. A question counts when it is asked, and an
 * approval clears the count: after three there are none for a while. What was refused is not asked
 * about again for a while, however it is written. In the memory, so that neither a restart nor
 * another host asks again.
 */
final class Nagging {
  /** So long a refusal stands, and so long a question counts. */
  static final Duration REST = Duration.ofMinutes(10);

  // Longer than it counts: the clock of the ledger may be ahead of that of the tools.
  private static final Duration KEPT = Duration.ofDays(1);

  private static final int MOST_ASKED = 3;
  private static final String REFUSED = "refused ";
  private static final String ASKED = "asked ";

  private final Memory memory;

  Nagging(Memory memory) {
    this.memory = memory;
  }

  /**
   * A question that was asked, and is not approved.
   *
   * @param id of a question that is still open, which is not counted again; {@link #CLOSED}
   *     otherwise
   */
  private record Asked(Instant at, String id) {
    private static final String CLOSED = "-";

    static List<Asked> of(@Nullable String row, Instant now) {
      List<Asked> asked = new ArrayList<>();
      if (row == null) return asked;
      for (String one : row.split(" ", -1)) {
        String[] parts = one.split(":", 2);
        Asked known = new Asked(instant(parts[0]), parts[1]);
        if (known.at.plus(REST).isAfter(now)) asked.add(known);
      }
      return asked;
    }

    static void write(Memory.Rows rows, String name, List<Asked> asked) {
      List<String> texts = asked.stream().map(one -> seconds(one.at) + ':' + one.id).toList();
      if (texts.isEmpty()) rows.delete(name);
      else rows.write(name, String.join(" ", texts), KEPT);
    }
  }

  /** A question, counted from now on. */
  final class Question {
    private final String name;
    private final String id;
    private final List<String> subjects;

    private Question(String name, String id, List<String> subjects) {
      this.name = name;
      this.id = id;
      this.subjects = subjects;
    }

    /** The person has refused it. */
    void refused() {
      String until = seconds(memory.now().plus(REST));
      boolean unused =
          memory.change(
              rows -> {
                for (String subject : subjects) rows.write(REFUSED + subject, until, KEPT);
                return true;
              });
      closed();
    }

    /** It is not open any more, so asking it again counts. */
    void closed() {
      change(
          asked ->
              asked.replaceAll(one -> one.id.equals(id) ? new Asked(one.at, Asked.CLOSED) : one));
    }

    /** Nobody could be asked. */
    void notAsked() {
      change(asked -> asked.removeIf(one -> one.id.equals(id)));
    }

    private void change(Consumer<List<Asked>> work) {
      Instant now = memory.now();
      boolean unused =
          memory.change(
              rows -> {
                List<Asked> asked = Asked.of(rows.read(name), now);
                work.accept(asked);
                Asked.write(rows, name, asked);
                return true;
              });
    }
  }

  /**
   * Counts a question that is about to be asked, or refuses the call because nobody may be asked.
   *
   * @param subjects what the call is about, under each name that it has
   * @param scope the caller's; null for none
   * @param what the call and its price: the same question counts once while it is open
   */
  Question ask(List<String> subjects, @Nullable String scope, String what) {
    Instant now = memory.now();
    String name = name(scope);
    String id = Memory.digest(what);
    Instant pausedUntil =
        memory.change(
            rows -> {
              if (isRefused(rows, subjects, now)) throw refusedBefore();
              List<Asked> asked = Asked.of(rows.read(name), now);
              if (asked.stream().anyMatch(one -> one.id.equals(id))) return null;
              if (asked.size() >= MOST_ASKED) return asked.get(0).at.plus(REST);
              asked.add(new Asked(now, id));
              Asked.write(rows, name, asked);
              return null;
            });
    if (pausedUntil == null) return new Question(name, id, subjects);
    throw Refusal.of("APPROVALS_PAUSED", Retry.AFTER_USER_ACTION)
        .fact(Fact.RETRY_AT, Times.notBefore(pausedUntil))
        .because(
            "Not asked: the user has not approved the last " + MOST_ASKED + " questions.",
            "Stop. Tell the user what you wanted to do, and wait until the user asks for it.");
  }

  private static boolean isRefused(Memory.Rows rows, List<String> subjects, Instant now) {
    for (String subject : subjects) {
      String row = rows.read(REFUSED + subject);
      if (row != null && now.isBefore(instant(row))) return true;
    }
    return false;
  }

  private static Refusal refusedBefore() {
    return Refusal.of("APPROVAL_DENIED", Retry.NEVER)
        .because(
            "The user has refused this just now and was not asked again.",
            "Do not repeat the call in any form unless the user asks for it.");
  }

  /** The person has approved something: whatever was asked before, he is there. */
  void approved(@Nullable String scope) {
    boolean unused =
        memory.change(
            rows -> {
              rows.delete(name(scope));
              return true;
            });
  }

  private static String name(@Nullable String scope) {
    return ASKED + (scope == null ? "all" : Memory.digest(scope));
  }

  private static String seconds(Instant at) {
    return String.valueOf(at.getEpochSecond());
  }

  private static Instant instant(String seconds) {
    return Instant.ofEpochSecond(Long.parseLong(seconds));
  }
}
