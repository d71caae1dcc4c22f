package io.freightsdk.examples.benchmarks.fleet;

import io.freightsdk.FreightClient;
import io.freightsdk.model.LoadStatus;
import io.freightsdk.server.Driver;
import io.freightsdk.server.InMemoryFreightServer;
import io.freightsdk.server.sim.SentFix;
import io.freightsdk.server.view.ServerClock;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Collections;
import java.util.Comparator;
import java.util.Iterator;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/** One load from booking to delivery, followed by every candidate at once, in the order of time. */
final class LoadRun {
  private final FreightClient client;
  private final SimulatedLoad load;
  private final ServerClock clock;
  private final String loadNumber;
  private final Driver driver;
  private final List<Watcher> watchers = new ArrayList<>();
  private final Map<LoadStatus, Instant> shownSince = new LinkedHashMap<>();
  private final Iterator<SentFix> fixes;
  private @Nullable SentFix nextFix;
  private @Nullable Instant confirmAt;

  LoadRun(
      InMemoryFreightServer server,
      FreightClient client,
      SimulatedLoad load,
      List<Candidate> candidates) {
    this.client = client;
    this.load = load;
    this.clock = server.clock();
    this.loadNumber = client.createLoad(load.input()).loadNumber();
    server.load(loadNumber).awaitBol(load.billOfLadingAfter() != null);
    this.driver = server.driver(loadNumber);
    this.fixes = load.truck().iterator();
    this.nextFix = fixes.hasNext() ? fixes.next() : null;
    for (Candidate candidate : candidates) {
      watchers.add(new Watcher(candidate, client, loadNumber, clock.now()));
    }
  }

  /** Runs until every watcher has seen the end. */
  void run(List<Measured> measured) {
    Watcher reader = earliestReader();
    while (!reader.nextRead().equals(Instant.MAX)) {
      Instant readAt = reader.nextRead();
      if (confirmAt != null && !confirmAt.isAfter(readAt)) {
        confirm(confirmAt);
      } else if (nextFix != null && !nextFix.sentAt().isAfter(readAt)) {
        send(nextFix);
      } else {
        moveTo(readAt);
        reader.read(clock.now(), shownSince);
      }
      reader = earliestReader();
    }
    for (int i = 0; i < watchers.size(); i++) {
      watchers.get(i).finish(shownSince, measured.get(i));
    }
  }

  private Watcher earliestReader() {
    return Collections.min(watchers, Comparator.comparing(Watcher::nextRead));
  }

  private void send(SentFix fix) {
    moveTo(fix.sentAt());
    driver.ping(fix.fix());
    noteStatus();
    nextFix = fixes.hasNext() ? fixes.next() : null;
    Duration billAfter = load.billOfLadingAfter();
    boolean waitsForIt = driver.status().equals(LoadStatus.AT_DELIVERY) && confirmAt == null;
    if (waitsForIt && billAfter != null) {
      confirmAt = clock.now().plus(billAfter);
    }
  }

  private void confirm(Instant at) {
    moveTo(at);
    client.confirmDelivery(loadNumber);
    confirmAt = null;
    nextFix = null;
    noteStatus();
  }

  private void noteStatus() {
    LoadStatus status = driver.status();
    if (!status.equals(LoadStatus.PLANNED)) {
      shownSince.putIfAbsent(status, clock.now());
    }
  }

  /** Fixes of one phone can share a moment with a read; time never runs backwards. */
  private void moveTo(Instant moment) {
    if (moment.isAfter(clock.now())) {
      clock.set(moment);
    }
  }
}
