package io.freightsdk.examples.fleet;

import io.freightsdk.watch.JCachePositionCache;
import java.time.Duration;
import javax.cache.Cache;
import javax.cache.CacheManager;
import org.redisson.Redisson;
import org.redisson.api.RedissonClient;
import org.redisson.config.Config;
import org.redisson.jcache.JCachingProvider;
import org.redisson.jcache.configuration.RedissonConfiguration;

/** The positions in Redis as one process sees them: its own connections, its own cache manager. */
final class RedisCache implements AutoCloseable {
  private final RedissonClient redisson;
  private final CacheManager manager;
  private final Cache<String, String> cache;

  RedisCache(RedisServer redis) {
    Config config = new Config();
    config
        .useSingleServer()
        .setAddress(redis.address())
        .setConnectionMinimumIdleSize(2)
        // Of a busy machine: Redisson's 3 s would be a failure of the cache.
        .setTimeout(60_000)
        .setConnectTimeout(60_000)
        .setSubscriptionConnectionMinimumIdleSize(1);
    redisson = Redisson.create(config);
    // A provider gives one manager per URI: two providers stand for two processes.
    manager = new JCachingProvider().getCacheManager();
    cache =
        manager.createCache(
            "positions",
            RedissonConfiguration.fromInstance(
                redisson, JCachePositionCache.configuration(Duration.ofMinutes(10))));
  }

  Cache<String, String> cache() {
    return cache;
  }

  @Override
  public void close() {
    manager.close();
    redisson.shutdown();
  }
}
