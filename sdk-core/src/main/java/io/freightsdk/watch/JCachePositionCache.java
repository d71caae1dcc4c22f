package io.freightsdk.watch;

import com.squareup.moshi.JsonAdapter;
import io.freightsdk.model.FreightJson;
import io.freightsdk.model.LoadPosition;
import java.io.IOException;
import java.time.Clock;
import java.time.Duration;
import java.time.Instant;
import java.util.Objects;
import java.util.concurrent.TimeUnit;
import javax.cache.Cache;
import javax.cache.configuration.MutableConfiguration;
import javax.cache.expiry.CreatedExpiryPolicy;
import org.jspecify.annotations.Nullable;

/**
 * Positions shared through a JSR-107 cache of strings. Needs {@code javax.cache:cache-api} and a
 * provider; this SDK brings neither.
 *
 * <p>A reading is kept as one line with its time, then the JSON of the position. A claim is an
 * entry of its own, changed by the cache's atomic operations only; it carries its end by the clock
 * of its owner, so the clocks of the processes should agree within a few seconds.
 *
 * <pre>{@code
 * CacheManager manager = Caching.getCachingProvider().getCacheManager();
 * Cache<String, String> cache =
 *     manager.createCache("positions", JCachePositionCache.configuration(Duration.ofMinutes(10)));
 * FreightClient client = FreightClient.builder()
 *     .positionCache(new JCachePositionCache(cache, "acme"))
 *     .build();
 * }</pre>
 */
// The cache API is the user's to bring: required transitively, javac would ask every user for it.
@SuppressWarnings("exports")
public final class JCachePositionCache implements PositionCache {
  private static final String CLAIM = "#claim";

  private final JsonAdapter<LoadPosition> json = FreightJson.adapter(LoadPosition.class);
  private final Cache<String, String> cache;
  private final @Nullable String account;
  private final Clock clock;

  /**
   * Positions in this cache, by the system clock, for processes that use one agent key: a new key
   * starts with an empty cache. The cache stays the caller's to close.
   */
  public JCachePositionCache(Cache<String, String> cache) {
    this(cache, null, Clock.systemUTC());
  }

  /**
   * Likewise, for an account that is named here: its positions outlive a change of the agent key.
   *
   * @param account whose positions these are. Two accounts of the service never use one name
   */
  public JCachePositionCache(Cache<String, String> cache, String account) {
    this(cache, Objects.requireNonNull(account, "account"), Clock.systemUTC());
  }

  /** Likewise, for no account by name if null; {@code clock} says when a claim has ended. */
  public JCachePositionCache(Cache<String, String> cache, @Nullable String account, Clock clock) {
    this.cache = cache;
    this.account = account;
    this.clock = clock;
  }

  @Override
  public @Nullable String account() {
    return account;
  }

  /**
   * A cache configuration that suits: strings, each forgotten {@code keep} after it was written.
   *
   * @param keep at least the largest {@code maxAge} in use
   */
  public static MutableConfiguration<String, String> configuration(Duration keep) {
    return new MutableConfiguration<String, String>()
        .setTypes(String.class, String.class)
        .setExpiryPolicyFactory(
            CreatedExpiryPolicy.factoryOf(
                new javax.cache.expiry.Duration(TimeUnit.MILLISECONDS, keep.toMillis())));
  }

  @Override
  public @Nullable PositionReading get(String key) {
    String kept = cache.get(key);
    if (kept == null) {
      return null;
    }
    int lineEnd = kept.indexOf('\n');
    try {
      LoadPosition position = json.fromJson(kept.substring(lineEnd + 1));
      return position == null
          ? null
          : new PositionReading(position, Instant.parse(kept.substring(0, lineEnd)));
    } catch (IOException e) {
      throw new IllegalStateException("an entry of the cache is not a position", e);
    }
  }

  @Override
  public void put(String key, PositionReading reading) {
    cache.put(key, reading.readAt() + "\n" + json.toJson(reading.position()));
  }

  @Override
  public boolean claim(String key, String owner, Duration lease) {
    String claimKey = key + CLAIM;
    String mine = owner + " " + clock.instant().plus(lease).toEpochMilli();
    if (cache.putIfAbsent(claimKey, mine)) {
      return true;
    }
    String held = cache.get(claimKey);
    if (held == null) {
      return cache.putIfAbsent(claimKey, mine);
    }
    boolean isMine = held.startsWith(owner + " ");
    return (isMine || hasEnded(held)) && cache.replace(claimKey, held, mine);
  }

  @Override
  public void release(String key, String owner) {
    String held = cache.get(key + CLAIM);
    if (held != null && held.startsWith(owner + " ")) {
      cache.remove(key + CLAIM, held);
    }
  }

  private boolean hasEnded(String claim) {
    long endsAt = Long.parseLong(claim.substring(claim.lastIndexOf(' ') + 1));
    return clock.millis() >= endsAt;
  }
}
