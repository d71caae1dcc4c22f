package io.freightsdk.internal.spend;

import io.freightsdk.spend.Reconciliation;
import io.freightsdk.spend.Reconciliation.Verdict;
import io.freightsdk.spend.SpendEntry;
import io.freightsdk.spend.SpendOutcome;
import io.freightsdk.spend.SpendPosition;
import java.math.BigDecimal;
import java.time.Duration;
import java.time.Instant;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/** Decides what a balance says about the books. Pure. */
final class Reconciler {
  private Reconciler() {}

  /**
   * A finding and what to do about it.
   *
   * @param openingUsd balance to open the books with; null if they are open or cannot be
   */
  record Finding(
      Reconciliation report, Map<Long, SpendOutcome> outcomes, @Nullable BigDecimal openingUsd) {}

  static Finding judge(
      SpendPosition books, BigDecimal balanceUsd, Instant now, Duration settledAfter) {
    BigDecimal unknownUsd = sum(books.unknown());
    BigDecimal opening = books.openingUsd();
    if (books.holds() > 0) return nothing(Verdict.BUSY, balanceUsd, null, unknownUsd);
    if (opening == null) {
      boolean canOpen = books.unknown().isEmpty();
      if (!canOpen) return nothing(Verdict.NOT_OPENED, balanceUsd, null, unknownUsd);
      BigDecimal zero = balanceUsd.subtract(books.adjustedUsd()).add(books.chargedUsd());
      return new Finding(
          report(Verdict.OPENED, balanceUsd, balanceUsd, unknownUsd), Map.of(), zero);
    }

    BigDecimal expected = opening.add(books.adjustedUsd()).subtract(books.chargedUsd());
    BigDecimal taken = expected.subtract(balanceUsd);
    boolean tooLittle = taken.signum() < 0;
    boolean tooMuch = taken.compareTo(unknownUsd) > 0;
    if (tooLittle) return different(balanceUsd, expected, unknownUsd, taken);
    if (tooMuch) return different(balanceUsd, expected, unknownUsd, taken.subtract(unknownUsd));

    boolean allTaken = taken.compareTo(unknownUsd) == 0;
    boolean mayStillBeTaken = isYounger(books.unknown(), now.minus(settledAfter));
    if (!allTaken && mayStillBeTaken) {
      return nothing(Verdict.TOO_EARLY, balanceUsd, expected, unknownUsd);
    }
    ChargedSet charged = ChargedSet.adding(books.unknown(), taken);
    if (charged == null) return different(balanceUsd, expected, unknownUsd, taken);
    return settled(books.unknown(), charged, balanceUsd, expected, taken, unknownUsd);
  }

  private static Finding settled(
      List<SpendEntry> unknown,
      ChargedSet charged,
      BigDecimal balanceUsd,
      BigDecimal expectedUsd,
      BigDecimal takenUsd,
      BigDecimal unknownUsd) {
    Map<Long, SpendOutcome> outcomes = new HashMap<>();
    for (SpendEntry entry : unknown) {
      boolean taken = charged.ids().contains(entry.id());
      outcomes.put(entry.id(), taken ? SpendOutcome.CHARGED : SpendOutcome.NOT_CHARGED);
    }
    return new Finding(
        new Reconciliation(
            Verdict.BALANCED,
            balanceUsd,
            expectedUsd,
            takenUsd,
            unknownUsd.subtract(takenUsd),
            BigDecimal.ZERO,
            BigDecimal.ZERO,
            charged.certain()),
        outcomes,
        null);
  }

  private static Finding different(
      BigDecimal balanceUsd, BigDecimal expectedUsd, BigDecimal unknownUsd, BigDecimal missing) {
    return new Finding(
        new Reconciliation(
            Verdict.DIFFERENT,
            balanceUsd,
            expectedUsd,
            BigDecimal.ZERO,
            BigDecimal.ZERO,
            unknownUsd,
            missing,
            true),
        Map.of(),
        null);
  }

  private static Finding nothing(
      Verdict verdict,
      BigDecimal balanceUsd,
      @Nullable BigDecimal expectedUsd,
      BigDecimal unknownUsd) {
    return new Finding(report(verdict, balanceUsd, expectedUsd, unknownUsd), Map.of(), null);
  }

  private static Reconciliation report(
      Verdict verdict,
      BigDecimal balanceUsd,
      @Nullable BigDecimal expectedUsd,
      BigDecimal unknownUsd) {
    return new Reconciliation(
        verdict,
        balanceUsd,
        expectedUsd,
        BigDecimal.ZERO,
        BigDecimal.ZERO,
        unknownUsd,
        BigDecimal.ZERO,
        true);
  }

  private static boolean isYounger(List<SpendEntry> entries, Instant limit) {
    return entries.stream().anyMatch(entry -> entry.at().isAfter(limit));
  }

  private static BigDecimal sum(List<SpendEntry> entries) {
    return entries.stream().map(SpendEntry::amountUsd).reduce(BigDecimal.ZERO, BigDecimal::add);
  }
}
