package io.freightsdk.examples.benchmarks.fleet;

import io.freightsdk.FreightClient;
import io.freightsdk.examples.benchmarks.fleet.RecordedLoad.Look;
import io.freightsdk.internal.watch.Progress;
import io.freightsdk.model.Eta;
import io.freightsdk.model.GpsPoint;
import io.freightsdk.model.LoadPosition;
import io.freightsdk.model.LoadStatus;
import io.freightsdk.reads.PositionReading;
import io.freightsdk.server.Broker;
import io.freightsdk.server.Driver;
import io.freightsdk.server.InMemoryFreightServer;
import io.freightsdk.server.sim.SentFix;
import io.freightsdk.watch.LoadEvent;
import io.freightsdk.watch.LoadEvent.StopLeft;
import io.freightsdk.watch.LoadEvent.StopReached;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Iterator;
import java.util.List;
import java.util.Random;
import java.util.function.IntConsumer;
import org.jspecify.annotations.Nullable;

/**
 * Drives loads on the reference server and reads each of them every few minutes over a real socket,
 * so that any number of plans can be compared on what the service really showed.
 *
 * <p>The number of loads at a time is constant: when one ends, the next is booked, as in a real
 * fleet.
 */
final class FleetRecorder {
  static final int WARM_UP = 36 * 60;
  static final int WEEK = 7 * 24 * 60;
  static final int AFTER = 36 * 60;

  private final InMemoryFreightServer server;
  private final FreightClient client;
  private final LoadGenerator generator;

  private FleetRecorder(
      InMemoryFreightServer server, FreightClient client, LoadGenerator generator) {
    this.server = server;
    this.client = client;
    this.generator = generator;
  }

  /** The loads of one week, and some before and after it. */
  static List<List<RecordedLoad>> record(int atATime, long seed, IntConsumer onDone) {
    List<List<RecordedLoad>> lanes = new ArrayList<>();
    try (InMemoryFreightServer server =
        InMemoryFreightServer.builder().clockStart(RecordedLoad.START).frozenClock().start()) {
      Broker broker = server.createBroker("100000000.00");
      try (FreightClient client =
          FreightClient.builder().baseUrl(server.baseUrl()).agentKey(broker.agentKey()).build()) {
        FleetRecorder recorder = new FleetRecorder(server, client, new LoadGenerator(seed));
        Random random = new Random(seed);
        for (int lane = 1; lane <= atATime; lane++) {
          lanes.add(recorder.lane(random.nextInt(30 * 60)));
          onDone.accept(lane);
        }
      }
    }
    return lanes;
  }

  private List<RecordedLoad> lane(int ahead) {
    List<RecordedLoad> lane = new ArrayList<>();
    int now = (-WARM_UP - ahead) / RecordedLoad.STEP * RecordedLoad.STEP;
    while (now < WEEK + AFTER) {
      RecordedLoad load = record(now);
      lane.add(load);
      now = load.endsAt();
    }
    return lane;
  }

  private RecordedLoad record(int bookedAt) {
    server.clock().set(RecordedLoad.instant(bookedAt));
    SimulatedLoad load = generator.nextOnI75(server.clock().now());
    String loadNumber = client.createLoad(load.input()).loadNumber();
    server.load(loadNumber).awaitBol(load.billOfLadingAfter() != null);
    Driver driver = server.driver(loadNumber);
    Iterator<SentFix> fixes = load.truck().iterator();
    List<Look> looks = new ArrayList<>();
    LoadPosition position = client.getLoadPosition(loadNumber);
    looks.add(look(bookedAt, position));
    SentFix next = fixes.next();
    int minute = bookedAt;
    @Nullable Instant billAt = null;
    List<Integer> visits = new ArrayList<>();
    PositionReading before = new PositionReading(position, RecordedLoad.instant(bookedAt));
    while (!Progress.isOver(position)) {
      minute += RecordedLoad.STEP;
      Instant now = RecordedLoad.instant(minute);
      if (next != null && next.sentAt().isAfter(now) && looks.size() == 1) {
        continue;
      }
      while (next != null && !next.sentAt().isAfter(now)) {
        moveTo(next.sentAt());
        driver.ping(next.fix());
        next = fixes.hasNext() ? fixes.next() : null;
      }
      moveTo(now);
      Duration billAfter = load.billOfLadingAfter();
      if (billAfter != null && billAt == null && driver.status().equals(LoadStatus.AT_DELIVERY)) {
        billAt = now.plus(billAfter);
      }
      if (billAt != null && !billAt.isAfter(now)) {
        client.confirmDelivery(loadNumber);
      }
      position = client.getLoadPosition(loadNumber);
      PositionReading reading = new PositionReading(position, now);
      for (LoadEvent event : LoadEvent.between(before, reading)) {
        if (event instanceof StopReached || event instanceof StopLeft) {
          visits.add(minute);
        }
      }
      before = reading;
      looks.add(look(minute, position));
    }
    return new RecordedLoad(load.input(), bookedAt, looks, visits);
  }

  private static Look look(int minute, LoadPosition position) {
    Eta eta = position.eta();
    List<GpsPoint> track = position.gpsTrack();
    Instant fixAt = track.isEmpty() ? null : track.get(track.size() - 1).ts();
    long fix = fixAt == null ? 0 : fixAt.getEpochSecond();
    Duration stood = new Progress(position, RecordedLoad.instant(minute)).standing();
    return new Look(
        minute,
        position.toBuilder().gpsTrack(List.of()).eta(null).build(),
        eta == null ? 0 : seconds(eta.nextStopEta()),
        eta == null ? 0 : seconds(eta.etaAt()),
        eta == null ? 0 : number(eta.remainingMiles()),
        eta == null ? 0 : number(eta.speedMph()),
        fix,
        fix == 0 ? 0 : fix - stood.toSeconds());
  }

  private static long seconds(@Nullable Instant at) {
    return at == null ? 0 : at.getEpochSecond();
  }

  private static float number(@Nullable Double value) {
    return value == null ? 0 : value.floatValue();
  }

  private void moveTo(Instant moment) {
    if (moment.isAfter(server.clock().now())) {
      server.clock().set(moment);
    }
  }
}
