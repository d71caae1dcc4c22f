package io.freightsdk.watch;

import com.squareup.moshi.JsonAdapter;
import io.freightsdk.model.FreightJson;
import io.freightsdk.model.LoadPosition;
import io.freightsdk.reads.PositionCache;
import io.freightsdk.reads.PositionReading;
import java.io.IOException;
import java.time.Duration;
import java.time.Instant;
import java.util.Objects;
import java.util.concurrent.TimeUnit;
import javax.cache.Cache;
import javax.cache.configuration.MutableConfiguration;
import javax.cache.expiry.ModifiedExpiryPolicy;
import org.jspecify.annotations.Nullable;

/**
 * A position cache in a JSR-107 cache of strings. Needs {@code javax.cache:cache-api} and a
 * provider, which the application adds.
 *
 * <p>A reading is stored as a line with its time, followed by the JSON of the position.
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
// The application adds the cache API. If it were required transitively, javac would need it for
// every user.
@SuppressWarnings("exports")
public final class JCachePositionCache implements PositionCache {
  private final JsonAdapter<LoadPosition> json = FreightJson.adapter(LoadPosition.class);
  private final Cache<String, String> cache;
  private final @Nullable String account;

  /**
   * A position cache for processes that use the same agent key: a new key starts with no positions.
   * The caller closes the cache.
   */
  public JCachePositionCache(Cache<String, String> cache) {
    this.cache = Objects.requireNonNull(cache, "cache");
    this.account = null;
  }

  /**
   * A position cache for a named account: its positions are kept when the agent key changes.
   *
   * @param account name of the account that the positions belong to. Use different names for
   *     different accounts of the service
   */
  public JCachePositionCache(Cache<String, String> cache, String account) {
    this.cache = Objects.requireNonNull(cache, "cache");
    this.account = Objects.requireNonNull(account, "account");
  }

  @Override
  public @Nullable String account() {
    return account;
  }

  /**
   * A suitable configuration of the cache: strings, each removed {@code keep} after it was written
   * last.
   *
   * @param keep at least the largest {@code maxAge} in use
   */
  public static MutableConfiguration<String, String> configuration(Duration keep) {
    Objects.requireNonNull(keep, "keep");
    return new MutableConfiguration<String, String>()
        .setTypes(String.class, String.class)
        .setExpiryPolicyFactory(
            ModifiedExpiryPolicy.factoryOf(
                new javax.cache.expiry.Duration(TimeUnit.MILLISECONDS, keep.toMillis())));
  }

  @Override
  public @Nullable PositionReading get(String key) {
    String kept = cache.get(Objects.requireNonNull(key, "key"));
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
      throw new IllegalStateException(
          "position cache: an entry is not a position; use a cache that nothing else writes to", e);
    }
  }

  @Override
  public void put(String key, PositionReading reading) {
    Objects.requireNonNull(key, "key");
    Objects.requireNonNull(reading, "reading");
    cache.put(key, reading.readAt() + "\n" + json.toJson(reading.position()));
  }
}
