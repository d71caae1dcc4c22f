package io.freightsdk.internal.spend;

import static org.assertj.core.api.Assertions.assertThat;

import io.freightsdk.Charge;
import io.freightsdk.SpendGuard.Outcome;
import io.freightsdk.internal.spend.memory.MemoryStorage;
import io.freightsdk.spend.VirtualTime;
import java.time.Duration;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Test;

/** That an entry is what its reservations say, in whatever order they say it. */
class EntryTest {
  private static final String NAME = Wish.nameOf("", "account", "key");
  private static final long[] PRICES = {65, 80, 70};
  private static final int[][] ORDERS = {
    {0, 1, 2}, {0, 2, 1}, {1, 0, 2}, {1, 2, 0}, {2, 0, 1}, {2, 1, 0}
  };

  private static Wish wish(int i) {
    return new Wish(
        "r" + i,
        "account",
        "createLoad",
        "key",
        null,
        null,
        "client/run-" + i,
        List.of(),
        PRICES[i],
        TimeUnit.MINUTES.toMicros(2));
  }

  /** What is known at the end, without the microsecond in which it was said. */
  private static List<Object> known(Entry entry) {
    return List.of(
        entry.outcome(),
        entry.least(),
        entry.most(),
        entry.held(),
        entry.running(),
        entry.scopes(),
        entry.countsAt() / 1000,
        entry.isOpen());
  }

  private static List<Object> play(Charge.Kind[] kinds, int[] order, boolean isLate) {
    VirtualTime time = new VirtualTime();
    MemoryStorage storage = new MemoryStorage(time, 100);
    for (int i = 0; i < 3; i++) {
      Wish wish = wish(i);
      storage.change(rows -> new Rules(rows).reserve(wish));
    }
    if (isLate) time.advance(Duration.ofHours(1));
    List<Charge.Kind> told = new ArrayList<>();
    for (int i : order) {
      Outcome outcome = new Outcome(kinds[i], null, null);
      told.add(storage.change(rows -> new Rules(rows).complete("r" + i, NAME, outcome).told()));
    }
    long charged = told.stream().filter(kind -> kind == Charge.Kind.CHARGED).count();
    assertThat(charged).isLessThanOrEqualTo(1);
    List<Sum.Range> all = List.of(new Sum.Range("client", Sum.Kind.CHARGED, 0, 1));
    long counted = storage.look(rows -> rows.sums(all).values().stream().mapToLong(n -> n).sum());
    Entry entry = storage.look(rows -> rows.find(NAME, List.of()).entry());
    assertThat(counted).isEqualTo(entry.outcome() == Charge.Kind.CHARGED ? entry.most() : 0);
    return known(entry);
  }

  @Test
  void outcomesInAnyOrderGiveTheSameEntry() {
    for (Charge.Kind one : Charge.Kind.values()) {
      for (Charge.Kind two : Charge.Kind.values()) {
        for (Charge.Kind three : Charge.Kind.values()) {
          for (boolean isLate : new boolean[] {false, true}) {
            Charge.Kind[] kinds = {one, two, three};
            Set<List<Object>> ends = new HashSet<>();
            for (int[] order : ORDERS) ends.add(play(kinds, order, isLate));
            assertThat(ends).as("%s %s %s", one, two, three).hasSize(1);
          }
        }
      }
    }
  }

  @Test
  void pathsAreFoundAmongSeveral() {
    String paths = "client/acme/run:1 client/zeta";
    assertThat(Paths.isInside(paths, "client")).isTrue();
    assertThat(Paths.isInside(paths, "client/acme")).isTrue();
    assertThat(Paths.isInside(paths, "client/zeta")).isTrue();
    assertThat(Paths.isInside(paths, "client/zet")).isFalse();
    assertThat(Paths.isInside(paths, "client/acme/run")).isFalse();
    assertThat(Paths.isInside(paths, "zeta")).isFalse();
    assertThat(Paths.around(paths))
        .containsExactly("client/acme/run:1", "client/acme", "client", "client/zeta");
  }
}
