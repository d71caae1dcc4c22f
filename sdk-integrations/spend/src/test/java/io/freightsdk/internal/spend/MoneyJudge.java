package io.freightsdk.internal.spend;

import io.freightsdk.Charge;
import io.freightsdk.internal.spend.NaiveService.Debit;
import io.freightsdk.spend.SpendLimit;
import java.time.LocalDate;
import java.time.ZoneId;
import java.util.ArrayList;
import java.util.Collection;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/** What callers are answered and told, by what a service really took. */
final class MoneyJudge {
  private final NaiveService service;
  private final List<Cap> caps;

  MoneyJudge(NaiveService service, List<Cap> caps) {
    this.service = service;
    this.caps = caps;
  }

  static void check(boolean holds, String what) {
    if (!holds) throw new AssertionError(what);
  }

  // --- what a reservation is answered ---

  void full(Answer.Full full) {
    check(full.left() < full.amount(), "refused what fits");
    boolean fits = full.amount() <= full.cap().nano();
    boolean isWindow = full.cap().limit().kind() != SpendLimit.Kind.TOTAL;
    check(fits || full.freesAt() == null, "never fits, and has a time");
    if (isWindow && fits) check(full.freesAt() != null, "no time for a window");
    if (full.freesAt() != null) check(full.freesAt() > service.now(), "free already");
  }

  // --- what a caller is told ---

  void told(Sent sent, Charge.Kind told) {
    // Unknown first, and known as free when another call of the key was charged meanwhile.
    boolean isRetold = sent.told == Charge.Kind.UNKNOWN && sent.wish.key() != null;
    check(
        sent.told == null || told == sent.told || isRetold, "told " + told + " after " + sent.told);
  }

  /**
   * Of what was debited somebody was told, and what was told was debited. A key that begins a new
   * entry may be told as charged once more.
   */
  void allTold(Collection<Sent> all) {
    Map<String, List<Sent>> things = new LinkedHashMap<>();
    for (Sent sent : all) {
      things.computeIfAbsent(sent.thing(), any -> new ArrayList<>()).add(sent);
    }
    things.forEach(
        (thing, calls) -> {
          long debited =
              service.debits().stream().filter(debit -> debit.thing().equals(thing)).count();
          long charged = calls.stream().filter(c -> c.told == Charge.Kind.CHARGED).count();
          long first = calls.stream().mapToLong(Sent::at).min().orElseThrow();
          long last = calls.stream().mapToLong(Sent::at).max().orElseThrow();
          boolean once = last - first < Rules.KEY_LIFE;
          check(
              charged <= debited || !once,
              thing + " told as charged " + charged + " times of " + debited);
          boolean allSaid = calls.stream().allMatch(call -> call.told != null);
          boolean allNone = calls.stream().allMatch(call -> call.told == Charge.Kind.NONE);
          check(!allSaid || !allNone || debited == 0, thing + " told as free, and debited");
        });
  }

  // --- what was really debited, at the prices that were read ---

  void debited(Debit debit) {
    long times =
        service.debits().stream()
            .filter(each -> each.thing().equals(debit.thing()))
            .filter(each -> each.at() > debit.at() - Rules.KEY_LIFE)
            .count();
    check(times == 1, debit.thing() + " was charged twice");
  }

  /** Exactly and without slots. */
  void limits() {
    List<Debit> debits = service.debits();
    if (debits.isEmpty()) return;
    Debit last = debits.get(debits.size() - 1);
    for (Cap cap : caps) {
      if (!Paths.isInside(last.scope(), cap.limit().scope())) continue;
      long sum = 0;
      for (Debit debit : debits) {
        boolean counts =
            Paths.isInside(debit.scope(), cap.limit().scope())
                && isIn(cap.limit(), debit.at(), last.at());
        if (counts) sum += debit.price();
      }
      check(sum <= cap.nano(), "passed " + cap + ": " + sum);
    }
  }

  private static boolean isIn(SpendLimit limit, long at, long now) {
    return switch (limit.kind()) {
      case TOTAL -> true;
      case WINDOW -> at > now - Micros.of(limit.window());
      case CALENDAR_DAY -> day(at, limit.zone()).equals(day(now, limit.zone()));
    };
  }

  private static LocalDate day(long at, ZoneId zone) {
    return Micros.instant(at).atZone(zone).toLocalDate();
  }
}
