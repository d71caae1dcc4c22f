package io.freightsdk.internal.watch;

import io.freightsdk.watch.LoadWatch;
import io.freightsdk.watch.PositionReading;
import io.freightsdk.watch.WatchOptions;
import java.util.Collections;
import java.util.List;
import java.util.Set;
import java.util.WeakHashMap;

/** The watches and fleets of one client, which end with it. */
public final class Watches implements AutoCloseable {
  /** Something that subscribers follow. */
  public interface Followed extends AutoCloseable {
    boolean isFollowed();

    @Override
    void close();
  }

  private final WatchWorld world;
  // Guarded by itself. Weak, so that an unused watch can be garbage-collected.
  private final Set<Followed> open = Collections.newSetFromMap(new WeakHashMap<>());

  public Watches(WatchWorld world) {
    this.world = world;
  }

  /**
   * Makes a watch; nothing is read yet.
   *
   * @throws IllegalArgumentException when the options resume another load
   */
  public LoadWatch open(String loadNumber, WatchOptions options) {
    PositionReading resumed = options.resumeFrom();
    if (resumed != null && !resumed.position().loadNumber().equals(loadNumber)) {
      throw new IllegalArgumentException(
          "watch: load %s cannot resume from a reading of load %s"
              .formatted(loadNumber, resumed.position().loadNumber()));
    }
    return opened(new PollingWatch(loadNumber, options, world));
  }

  /** Ends it with the client, unless it is forgotten before. */
  public <T extends Followed> T opened(T followed) {
    synchronized (open) {
      open.add(followed);
    }
    return followed;
  }

  public WatchWorld world() {
    return world;
  }

  /** How many of them have a subscriber. */
  public int followed() {
    synchronized (open) {
      return (int) open.stream().filter(Followed::isFollowed).count();
    }
  }

  /** Completes every watch. Idempotent. */
  @Override
  public void close() {
    List<Followed> ending;
    synchronized (open) {
      ending = List.copyOf(open);
      open.clear();
    }
    ending.forEach(Followed::close);
  }
}
