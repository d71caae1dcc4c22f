package io.freightsdk.internal.spend.jdbc;

import io.freightsdk.Charge;
import io.freightsdk.internal.spend.Entry;
import io.freightsdk.internal.spend.Filter;
import io.freightsdk.internal.spend.Head;
import io.freightsdk.internal.spend.Line;
import io.freightsdk.internal.spend.Memory;
import io.freightsdk.internal.spend.Reservation;
import io.freightsdk.internal.spend.Rows;
import io.freightsdk.internal.spend.State;
import io.freightsdk.internal.spend.Storage;
import io.freightsdk.internal.spend.Sum;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.Set;
import java.util.concurrent.TimeUnit;
import org.jspecify.annotations.Nullable;

/** Changes of rows that no rule would make, the same for the same seed. */
public final class RandomChanges {
  private static final List<String> SCOPES =
      List.of("client", "client/acme", "client/acme/run-7", "ledger", "ledger/createLoad");
  private static final String[] TEXTS = {
    "", "PO-7731", "two\nlines", "\"quoted\" \\ and \u20ac \ud83d\ude9a", "a=b;c", "\u0001\t\u2028"
  };

  private final Random random;
  private final Rows rows;

  private RandomChanges(long seed, Rows rows) {
    this.random = new Random(seed);
    this.rows = rows;
  }

  /** Makes the change of this seed. */
  public static void make(long seed, Storage storage) {
    boolean unused =
        storage.change(
            rows -> {
              RandomChanges change = new RandomChanges(seed, rows);
              int steps = 1 + change.random.nextInt(4);
              for (int i = 0; i < steps; i++) change.step();
              return true;
            });
  }

  /** Everything that can be read of a storage. */
  public static Map<String, Object> read(Storage storage) {
    return storage.look(
        rows -> {
          Map<String, Object> all = new HashMap<>();
          List<Sum.Range> ranges = new ArrayList<>();
          for (String scope : SCOPES) {
            all.put("last expiry of " + scope, rows.lastExpiry(scope));
            for (Sum.Kind kind : Sum.Kind.values()) {
              ranges.add(new Sum.Range(scope, kind, Long.MIN_VALUE, Long.MAX_VALUE));
            }
          }
          List<Line> lines = rows.lines(Filter.ALL, 0, Integer.MAX_VALUE);
          for (Line line : lines) {
            Set<Reservation> its = new HashSet<>(rows.find(line.name(), List.of()).reservations());
            all.put("reservations of " + line.name(), its);
          }
          all.put("head", rows.head());
          all.put("lines", lines);
          all.put("sums", rows.sums(ranges));
          all.put("totals", rows.totals(Filter.ALL));
          all.put("expired", rows.expired(Integer.MAX_VALUE));
          all.put("memories", rows.memories(""));
          return all;
        });
  }

  private void step() {
    switch (random.nextInt(12)) {
      case 0 -> rows.put(head());
      case 1 -> rows.put(line(rows.nextId()));
      case 2 -> rows.put(new Memory("memory " + random.nextInt(4), text(), time()));
      case 3 -> rows.forget("memory " + random.nextInt(4));
      case 4 -> {
        int unused = rows.drop(time(), 1 + random.nextInt(3));
      }
      case 5 -> rows.sweep();
      default -> entry();
    }
  }

  private void entry() {
    String name = "entry " + random.nextInt(10);
    Line known = rows.line(name);
    for (int i = random.nextInt(3); i > 0; i--) rows.put(reservation(name));
    boolean running =
        rows.find(name, List.of()).reservations().stream()
            .anyMatch(reservation -> reservation.state() == State.PENDING);
    rows.put(entry(known == null ? rows.nextId() : known.id(), name, running));
    Map<Sum, Long> sums = new HashMap<>();
    for (int i = random.nextInt(5); i > 0; i--) {
      Sum.Kind kind = pick(Sum.Kind.values());
      long slot = kind.length() == 0 ? 0 : kind.start(time());
      sums.put(new Sum(SCOPES.get(random.nextInt(SCOPES.size())), kind, slot), amount());
    }
    rows.add(sums);
  }

  private Entry entry(long id, String name, boolean running) {
    return new Entry(
        id,
        name,
        text(),
        text(),
        maybe(),
        maybe(),
        time(),
        "client/acme client/acme/run-7",
        time(),
        random.nextBoolean() ? 0 : time(),
        pick(Charge.Kind.values()),
        amount(),
        amount(),
        running,
        amount(),
        maybe(),
        maybe(),
        maybe(),
        maybe());
  }

  private Reservation reservation(String entry) {
    return new Reservation(
        entry + " " + random.nextInt(3),
        entry,
        SCOPES.get(random.nextInt(3)),
        amount(),
        time(),
        // Never changes.
        rows.head().since() + entry.hashCode() * 1_000L,
        pick(State.values()),
        random.nextBoolean() ? 0 : time(),
        random.nextBoolean() ? null : (Boolean) random.nextBoolean(),
        maybe(),
        maybe());
  }

  private Line line(long id) {
    String name = "line " + id;
    return switch (random.nextInt(3)) {
      case 0 -> new Line.Adjustment(id, name, time(), -amount(), text(), text());
      case 1 ->
          new Line.Settlement(
              id,
              name,
              time(),
              random.nextLong(),
              text(),
              text(),
              maybe(),
              maybe(),
              maybe(),
              text(),
              random.nextBoolean(),
              amount(),
              text(),
              text());
      default ->
          new Line.Comparison(
              id,
              name,
              time(),
              amount(),
              -amount(),
              amount(),
              amount(),
              random.nextLong(),
              random.nextInt(),
              random.nextInt(),
              random.nextBoolean(),
              text());
    };
  }

  private Head head() {
    return new Head(
        random.nextInt(4),
        amount(),
        time(),
        time(),
        -amount(),
        time(),
        random.nextBoolean() ? null : (Long) (long) random.nextInt(20),
        rows.head().since(),
        time());
  }

  private long amount() {
    return random.nextBoolean() ? 650_000_000 : random.nextInt(1_000_000_000);
  }

  /** Of the last days, in microseconds. */
  private long time() {
    return rows.now() - (long) (random.nextDouble() * TimeUnit.DAYS.toMicros(3));
  }

  private String text() {
    return pick(TEXTS);
  }

  private @Nullable String maybe() {
    return random.nextBoolean() ? null : text();
  }

  private <T> T pick(T[] all) {
    return all[random.nextInt(all.length)];
  }
}
