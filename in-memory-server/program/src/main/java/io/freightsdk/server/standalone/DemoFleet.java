package io.freightsdk.server.standalone;

import io.freightsdk.server.Broker;
import io.freightsdk.server.InMemoryFreightServer;
import io.freightsdk.server.geo.Fix;
import io.freightsdk.server.sim.SentFix;
import java.math.BigDecimal;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Iterator;
import java.util.List;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import org.jspecify.annotations.Nullable;

/**
 * Trucks on the road, so that a demonstration shows something at once: a few loads across the
 * country, each followed by another when it is done. They call the server like any client, so they
 * appear in its journal, its ledger and its text messages.
 */
final class DemoFleet implements AutoCloseable {
  static final double TIME_SCALE = 60;

  /** An estimate of 1,300 miles may be two hours off: customers give long hauls half a day. */
  static final Duration WINDOWS = Duration.ofHours(6);

  private static final int TRUCKS = 6;
  private static final BigDecimal LOW_USD = new BigDecimal("5.00");
  private static final BigDecimal TOP_UP_USD = new BigDecimal("100.00");
  private static final Duration LEAD = Duration.ofHours(15);
  private static final Duration STEP = Duration.ofMinutes(5);
  private static final Duration BETWEEN_READS = Duration.ofHours(2);
  private static final long PAUSE_MILLIS = 250;
  private static final System.Logger LOG = System.getLogger(DemoFleet.class.getName());

  private final InMemoryFreightServer server;
  private final Broker broker;
  private final DemoDispatcher dispatcher;
  private final List<Truck> trucks = new ArrayList<>();
  private final CountDownLatch stopped = new CountDownLatch(1);
  private final Thread thread = new Thread(this::run, "freight-server-demo");
  private int nextLane;

  private DemoFleet(InMemoryFreightServer server, Broker broker) {
    this.server = server;
    this.broker = broker;
    this.dispatcher = new DemoDispatcher(server.baseUrl(), () -> payer().agentKey());
    thread.setDaemon(true);
  }

  /**
   * The start of the demonstration's clock, in the past: the fleet then drives until the present.
   */
  static Instant startTime() {
    return Instant.now().minus(LEAD);
  }

  /**
   * Puts the trucks on the road.
   *
   * @param broker who pays where the state of the server has no first broker
   */
  static DemoFleet start(InMemoryFreightServer server, Broker broker) {
    DemoFleet fleet = new DemoFleet(server, broker);
    Instant start = server.clock().now();
    Duration stagger = LEAD.dividedBy(TRUCKS);
    for (Duration driven = Duration.ZERO; driven.compareTo(LEAD) < 0; driven = driven.plus(STEP)) {
      server.clock().set(start.plus(driven));
      boolean departs = driven.compareTo(stagger.multipliedBy(fleet.trucks.size())) >= 0;
      if (departs && fleet.trucks.size() < TRUCKS) fleet.trucks.add(fleet.dispatch());
      fleet.drive();
    }
    fleet.thread.start();
    return fleet;
  }

  @Override
  public void close() {
    stopped.countDown();
    try {
      thread.join(TimeUnit.SECONDS.toMillis(5));
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
    }
  }

  private void run() {
    try {
      while (!stopped.await(PAUSE_MILLIS, TimeUnit.MILLISECONDS)) {
        try {
          topUp();
          drive();
        } catch (RuntimeException e) {
          // A reset of the server stops this round, not the fleet.
          LOG.log(System.Logger.Level.DEBUG, "the demonstration skipped a round", e);
        }
      }
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
    }
  }

  /** A demonstration that runs for days must not end with its first balance. */
  private void topUp() {
    Broker payer = payer();
    if (payer.balanceUsd().compareTo(LOW_USD) < 0) payer.credit(TOP_UP_USD);
  }

  /** Asked each time, because the control may restore the state of another server. */
  private Broker payer() {
    List<Broker> initial = server.initialBrokers();
    return initial.isEmpty() ? broker : initial.get(0);
  }

  private void drive() {
    for (int i = 0; i < trucks.size(); i++) {
      Truck truck = trucks.get(i);
      if (!truck.driveTo(server.clock().now())) trucks.set(i, dispatch());
    }
  }

  private Truck dispatch() {
    DemoLane lane = DemoLane.ALL.get(nextLane++ % DemoLane.ALL.size());
    Instant now = server.clock().now();
    String loadNumber = dispatcher.create(lane, now);
    return new Truck(loadNumber, lane.truck(now, nextLane).iterator(), now);
  }

  private final class Truck {
    private final String loadNumber;
    private final Iterator<SentFix> fixes;
    private @Nullable SentFix next;
    private Instant lastRead;

    Truck(String loadNumber, Iterator<SentFix> fixes, Instant now) {
      this.loadNumber = loadNumber;
      this.fixes = fixes;
      this.next = fixes.next();
      this.lastRead = now;
    }

    /** Sends the fixes that are due by {@code now}; false when there are no more. */
    boolean driveTo(Instant now) {
      if (!isKnown()) return false;
      List<Fix> due = new ArrayList<>();
      while (next != null && !next.sentAt().isAfter(now)) {
        due.add(next.fix());
        next = fixes.hasNext() ? fixes.next() : null;
      }
      // In bulk, because after a clock jump of days a phone's fixes would be too old.
      if (!due.isEmpty()) server.addFixes(loadNumber, due);
      if (lastRead.plus(BETWEEN_READS).isBefore(now)) {
        lastRead = now;
        dispatcher.read(loadNumber);
      }
      return next != null;
    }

    private boolean isKnown() {
      try {
        return server.load(loadNumber).loadNumber().equals(loadNumber);
      } catch (IllegalArgumentException forgottenByReset) {
        return false;
      }
    }
  }
}
