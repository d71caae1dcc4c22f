package io.freightsdk.internal.spend;

import io.freightsdk.spend.SpendEntry;
import java.math.BigDecimal;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;

/**
 * What this client has read of prices, and what any process of the books has, each in its own time.
 * Safe for concurrent use.
 */
final class BookPrices {
  /** A reading in the time of the books and in that of this process. */
  private record Known(Reading there, PriceReading here) {}

  /** What a change of the books says of prices. */
  record Told(
      List<SpendEntry> entries, @Nullable PriceReading list, @Nullable Known known, long now) {}

  private final Supplier<Moment> clock;

  /** What this client has read and the books have not heard; null for nothing. */
  private volatile @Nullable PriceReading untold;

  /** What the books knew last. */
  private volatile @Nullable Known newest;

  BookPrices(Supplier<Moment> clock) {
    this.clock = clock;
  }

  /** The newest reading that a process of the books has told; null before the first. */
  @Nullable PriceReading newest() {
    Known known = newest;
    return known == null ? null : known.here;
  }

  /** Takes what this client has read; whether it is news to the books. */
  synchronized boolean read(PriceReading list) {
    untold = list;
    PriceReading known = newest();
    return known == null || !known.prices().equals(list.prices());
  }

  /** Tells the books what this client has read, in whatever change it makes next. */
  Told tell(Rules rules, Supplier<String> token) {
    PriceReading list = untold;
    Known before = newest;
    Accounts accounts = rules.accounts;
    List<SpendEntry> entries = List.of();
    if (list != null) {
      Reading mine = reading(list, before, accounts);
      entries = new Repricing(rules).told(mine, token.get());
      if (mine.equals(rules.head.reading)) {
        return new Told(entries, list, new Known(mine, list), accounts.now);
      }
    }
    Reading stored = rules.head.reading;
    // Told in the time of this process once: told again it would look younger each time.
    boolean old = stored == null || (before != null && stored.equals(before.there));
    Known known = old || stored == null ? null : known(stored, accounts.now);
    return new Told(entries, list, known, accounts.now);
  }

  /** The change that said so is committed; another one may have been since. */
  synchronized void heard(Told told) {
    if (Objects.equals(untold, told.list)) untold = null;
    Known before = newest;
    Known known = told.known;
    if (known == null) return;
    if (before == null || known.there.isNewerThan(before.there, told.now)) newest = known;
  }

  /** The list in the time of the books. */
  private Reading reading(PriceReading list, @Nullable Known before, Accounts accounts) {
    Map<String, Long> nano = new HashMap<>();
    list.prices()
        .forEach(
            (name, usd) -> {
              if (usd.signum() >= 0) nano.put(name, NanoUsd.spent(usd));
            });
    long answered = accounts.now - Times.micros(clock.get().since(list.answered()));
    // A clock that was set in between makes no answer take longer than it took.
    long asked = answered - (list.answered().nanos() - list.asked().nanos()) / 1000;
    // What a 402 states is told with the question of the list that it corrects.
    boolean sameQuestion = before != null && before.here.asked().equals(list.asked());
    if (before != null && sameQuestion) asked = before.there.asked();
    return new Reading(nano, asked, answered, accounts.head.last);
  }

  private Known known(Reading reading, long now) {
    Map<String, BigDecimal> prices = new HashMap<>();
    reading.prices().forEach((name, nano) -> prices.put(name, NanoUsd.toUsd(nano)));
    Moment here = clock.get();
    // A clock of the books that was set back makes no reading one of tomorrow.
    Moment asked = here.minusMicros(Math.max(0, now - reading.asked()));
    Moment answered = here.minusMicros(Math.max(0, now - reading.answered()));
    return new Known(reading, new PriceReading(prices, asked, answered));
  }
}
