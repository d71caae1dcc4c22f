package io.freightsdk.server.sim;

import io.freightsdk.server.geo.Coordinates;
import io.freightsdk.server.geo.Fix;
import io.freightsdk.server.geo.SentFix;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Collections;
import java.util.Iterator;
import java.util.List;
import java.util.NoSuchElementException;
import java.util.Queue;
import java.util.Random;
import org.jspecify.annotations.Nullable;

/**
 * The fixes that the phone in a truck sends, in the order in which it sends them. The same
 * itinerary, noise and seed give the same fixes every time; each iteration starts again. Immutable.
 */
record SimulatedTruck(Itinerary itinerary, Noise noise, long seed) implements Iterable<SentFix> {
  /** The driver's page measures once a minute. */
  private static final Duration INTERVAL = Duration.ofSeconds(60);

  @Override
  public Iterator<SentFix> iterator() {
    return new Phone();
  }

  private final class Phone implements Iterator<SentFix> {
    private final Random random = new Random(seed);
    private final Queue<SentFix> ready = new ArrayDeque<>();
    private final List<Fix> buffer = new ArrayList<>();
    private Instant now = itinerary.start();
    private Instant tunnelEnds = Instant.MIN;
    private Instant onlineFrom = Instant.MIN;

    @Override
    public boolean hasNext() {
      while (ready.isEmpty() && !now.isAfter(itinerary.end())) {
        measure();
        now = now.plus(INTERVAL);
        boolean homeWithoutNetwork = now.isAfter(itinerary.end());
        if (homeWithoutNetwork) {
          deliverBuffer(laterOf(itinerary.end(), onlineFrom));
        }
      }
      return !ready.isEmpty();
    }

    @Override
    public SentFix next() {
      if (!hasNext()) throw new NoSuchElementException("the itinerary ends at " + itinerary.end());
      return ready.remove();
    }

    private void measure() {
      if (!now.isBefore(onlineFrom)) {
        deliverBuffer(now);
      }
      if (now.isBefore(tunnelEnds)) return;
      if (happens(noise.tunnels().chance())) {
        tunnelEnds = now.plus(noise.tunnels().length());
        return;
      }
      if (!now.isBefore(onlineFrom) && happens(noise.offline().chance())) {
        onlineFrom = now.plus(noise.offline().length());
      }
      Fix fix = fix();
      boolean offline = now.isBefore(onlineFrom);
      int copies = happens(noise.repeatChance()) ? 2 : 1;
      for (int i = 0; i < copies; i++) {
        if (offline) {
          buffer.add(fix);
        } else {
          ready.add(new SentFix(now, fix));
        }
      }
    }

    private void deliverBuffer(Instant at) {
      switch (noise.offline().order()) {
        case OLDEST_FIRST -> {}
        case NEWEST_FIRST -> Collections.reverse(buffer);
        case SHUFFLED -> Collections.shuffle(buffer, random);
      }
      buffer.forEach(fix -> ready.add(new SentFix(at, fix)));
      buffer.clear();
    }

    private Fix fix() {
      Coordinates truth = itinerary.at(now);
      Coordinates ahead = itinerary.at(now.plusSeconds(1));
      double mph = itinerary.mphAt(now);
      boolean moving = mph > 0 && !ahead.equals(truth);
      Integer heading = moving ? (int) Math.round(truth.bearingTo(ahead)) % 360 : null;
      return new Fix(now, measured(truth), accuracy(), mph, heading);
    }

    private Coordinates measured(Coordinates truth) {
      if (happens(noise.teleports().chance())) {
        return truth.travel(random.nextDouble() * 360, noise.teleports().meters());
      }
      if (noise.jitter().meters() == 0) return truth;
      double north = random.nextGaussian() * noise.jitter().meters();
      double east = random.nextGaussian() * noise.jitter().meters();
      return truth.travel(Math.toDegrees(Math.atan2(east, north)), Math.hypot(north, east));
    }

    private @Nullable Double accuracy() {
      if (happens(noise.noAccuracyChance())) return null;
      double spread = noise.jitter().worstAccuracyMeters() - noise.jitter().bestAccuracyMeters();
      return noise.jitter().bestAccuracyMeters() + random.nextDouble() * spread;
    }

    /**
     * Draws a random number only if the chance is above zero, so that adding one kind of noise does
     * not change the fixes of the others.
     */
    private boolean happens(double chance) {
      return chance > 0 && random.nextDouble() < chance;
    }

    private static Instant laterOf(Instant a, Instant b) {
      return a.isAfter(b) ? a : b;
    }
  }
}
