package io.freightsdk.spend;

import io.freightsdk.Charge;
import io.freightsdk.SpendGuard.Purchase;
import io.freightsdk.SpendGuard.Quote;
import io.freightsdk.SpendGuard.Reservation;
import io.freightsdk.model.Operation;
import java.math.BigDecimal;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.Iterator;
import java.util.List;
import java.util.Map;
import java.util.Random;

/**
 * A ledger and a naive service of one account whose balance is compared at random times: calls are
 * lost before they were taken and after it, some are taken minutes later, others move money, and
 * prices rise. What a comparison settles is judged by what the service took.
 */
final class BalanceWorld {
  /** What happens beside calls that are lost. */
  enum Kind {
    PLAIN,
    /** Calls are on their way while the balance is read. */
    BUSY,
    /** What was lost is taken up to five minutes later. */
    LATE,
    BUSY_AND_LATE,
    TOP_UPS_TOLD,
    TOP_UPS_UNTOLD,
    /** Others spend what no entry costs. */
    OTHERS_SPEND,
    /**
     * Others spend what a creation costs: that fools a balance, and never makes a limit too wide.
     */
    OTHERS_SPEND_ALIKE,
    PRICES_RISE;

    boolean isBusy() {
      return this == BUSY || this == BUSY_AND_LATE;
    }

    boolean isLate() {
      return this == LATE || this == BUSY_AND_LATE;
    }

    boolean isExplained() {
      return this != TOP_UPS_UNTOLD
          && this != OTHERS_SPEND
          && this != OTHERS_SPEND_ALIKE
          && this != PRICES_RISE;
    }
  }

  /** A call, and what the service did. */
  private static final class Sent {
    final Reservation reservation;
    final String name;
    boolean taken;
    Instant takenAt;

    Sent(Reservation reservation, String name) {
      this.reservation = reservation;
      this.name = name;
    }
  }

  private final Random random;
  private final Kind kind;
  private final VirtualTime time = new VirtualTime();
  private final TestLedger ledger;
  private final Map<String, Sent> calls = new HashMap<>();
  private final List<Sent> flying = new ArrayList<>();
  private final List<Sent> late = new ArrayList<>();
  private final List<String> lost = new ArrayList<>();
  private int keys;
  private BigDecimal creation = new BigDecimal("0.65");
  private BigDecimal read = new BigDecimal("0.02");

  int settled;
  int wronglyCharged;
  int wronglyFree;
  int unexplained;

  BalanceWorld(long seed, Kind kind, TestStorage storage) {
    this.random = new Random(seed * 0x9E3779B97F4A7C15L);
    this.kind = kind;
    this.ledger = new TestLedger(storage.open(time), time);
    ledger.balance = new BigDecimal("100000");
  }

  void run(int steps) {
    for (int i = 0; i < steps; i++) {
      pass(Duration.ofMillis(random.nextInt(20_000)));
      switch (random.nextInt(12)) {
        case 0, 1, 2, 3 -> begin(random.nextInt(4) == 0, null);
        case 4, 5, 6 -> {
          if (!flying.isEmpty()) end(flying.remove(random.nextInt(flying.size())));
        }
        case 7 -> repeat();
        case 8 -> others();
        case 9 -> {
          if (random.nextInt(12) == 0) pass(Duration.ofHours(random.nextInt(30)));
        }
        default -> {
          if (random.nextInt(3) == 0) compare();
        }
      }
    }
  }

  /** The service takes late what it takes. */
  private void pass(Duration length) {
    Instant then = time.instant().plus(length);
    for (Iterator<Sent> all = late.iterator(); all.hasNext(); ) {
      Sent sent = all.next();
      if (sent.takenAt.isAfter(then)) continue;
      all.remove();
      take(sent);
    }
    time.set(then);
  }

  private void take(Sent sent) {
    if (sent.taken) return;
    for (Sent other : calls.values()) {
      if (other.name.equals(sent.name) && other.taken) sent.taken = true;
    }
    if (sent.taken) return;
    sent.taken = true;
    boolean isCreation = sent.name.startsWith("key");
    ledger.balance = ledger.balance.subtract(isCreation ? creation : read);
  }

  private void begin(boolean isCreation, String again) {
    String key = again != null ? again : isCreation ? "key" + ++keys : null;
    BigDecimal price = key == null ? read : creation;
    String load = key == null ? "LD-" + ++keys : null;
    Purchase purchase =
        new Purchase(
            "r" + calls.size(),
            "call",
            1,
            key == null ? Operation.GET_LOAD_POSITION : Operation.CREATE_LOAD,
            key,
            null,
            load,
            null,
            new Quote(price, time.instant()),
            TestLedger.CALL);
    if (!(ledger.reserve(purchase) instanceof Reservation held)) return;
    String id = purchase.id();
    Sent sent = new Sent(held, key == null ? load : key);
    calls.put(id, sent);
    flying.add(sent);
    if (!kind.isBusy()) end(flying.remove(flying.size() - 1));
  }

  /** Nothing is taken after a call's deadline. */
  private boolean isOver(Sent sent) {
    Instant begin = sent.reservation.purchase().quote().readAt();
    return !time.instant().isBefore(begin.plus(TestLedger.CALL));
  }

  private void end(Sent sent) {
    if (isOver(sent)) {
      // It slept: what it says is late.
      ledger.complete(sent.reservation, sent.taken ? Charge.Kind.CHARGED : Charge.Kind.NONE);
      return;
    }
    switch (random.nextInt(10)) {
      case 0 -> {
        // Lost, and taken or not.
        if (kind.isLate() && random.nextBoolean()) {
          long most = Duration.ofMinutes(5).toMillis() - 1;
          long untilDeadline =
              Duration.between(
                      time.instant(),
                      sent.reservation.purchase().quote().readAt().plus(TestLedger.CALL))
                  .toMillis();
          long wait = Math.min(most, untilDeadline);
          if (wait > 0) {
            sent.takenAt = time.instant().plusMillis(random.nextInt((int) wait));
            late.add(sent);
          }
        } else if (random.nextBoolean()) {
          take(sent);
        }
        if (random.nextInt(4) > 0) ledger.complete(sent.reservation, Charge.Kind.UNKNOWN);
        lost.add(sent.name);
      }
      case 1 ->
          ledger.complete(sent.reservation, sent.taken ? Charge.Kind.UNKNOWN : Charge.Kind.NONE);
      default -> {
        take(sent);
        ledger.complete(sent.reservation, Charge.Kind.CHARGED);
      }
    }
  }

  /** Lost creations are repeated within their day, some after an opening. */
  private void repeat() {
    Instant dayAgo = time.instant().minus(Duration.ofHours(23));
    List<String> keys =
        calls.values().stream()
            .filter(sent -> lost.contains(sent.name) && sent.name.startsWith("key"))
            .filter(sent -> sent.reservation.purchase().quote().readAt().isAfter(dayAgo))
            .map(sent -> sent.name)
            .sorted()
            .toList();
    if (keys.isEmpty() || random.nextInt(3) > 0) return;
    begin(true, keys.get(random.nextInt(keys.size())));
  }

  private void others() {
    if (random.nextInt(4) > 0) return;
    switch (kind) {
      case TOP_UPS_TOLD -> {
        ledger.balance = ledger.balance.add(new BigDecimal("25"));
        ledger.ledger.adjust("25", "ann", "card");
      }
      case TOP_UPS_UNTOLD -> ledger.balance = ledger.balance.add(new BigDecimal("25"));
      case OTHERS_SPEND -> ledger.taken("7.77");
      case OTHERS_SPEND_ALIKE -> ledger.taken("0.65");
      case PRICES_RISE -> {
        if (random.nextBoolean()) creation = creation.add(new BigDecimal("0.05"));
        else read = read.add(new BigDecimal("0.01"));
        ledger.prices.put("load_create", creation);
        ledger.prices.put("position_read", read);
      }
      default -> {}
    }
  }

  private void compare() {
    if (random.nextInt(3) == 0) pass(Duration.ofMinutes(6));
    if (kind.isBusy()) {
      if (random.nextBoolean())
        flying.stream().filter(sent -> !isOver(sent) && random.nextInt(3) == 0).forEach(this::take);
      ledger.whileBalanceIsRead = this::meanwhile;
    }
    List<SpendEntry> before = ledger.entries();
    Reconciliation found = ledger.reconcile();
    if (!found.agrees()) unexplained++;
    settled += found.settled();
    Map<Long, SpendEntry> open = new HashMap<>();
    for (SpendEntry entry : before) if (entry.settledBy() == null) open.put(entry.id(), entry);
    for (SpendEntry entry : ledger.entries()) {
      if (entry.settledBy() == null || !open.containsKey(entry.id())) continue;
      boolean charged = entry.outcome() == Charge.Kind.CHARGED;
      boolean taken = isTaken(entry);
      if (charged && !taken) wronglyCharged++;
      if (!charged && taken) wronglyFree++;
    }
  }

  /** After the service has said the balance. */
  private void meanwhile() {
    for (int i = random.nextInt(4); i > 0; i--) begin(random.nextInt(4) == 0, null);
    while (!flying.isEmpty() && random.nextInt(3) > 0) end(flying.remove(0));
    repeat();
    pass(Duration.ofMillis(random.nextInt(3000)));
  }

  private boolean isTaken(SpendEntry entry) {
    String name = entry.idempotencyKey() != null ? entry.idempotencyKey() : entry.loadNumber();
    return calls.values().stream()
        .anyMatch(sent -> sent.name.equals(name) && (sent.taken || late.contains(sent)));
  }
}
