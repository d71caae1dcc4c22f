package io.freightsdk.watch;

import com.hazelcast.cache.HazelcastCachingProvider;
import com.hazelcast.config.Config;
import com.hazelcast.config.JoinConfig;
import com.hazelcast.core.Hazelcast;
import com.hazelcast.core.HazelcastInstance;
import java.time.Duration;
import javax.cache.Cache;
import javax.cache.CacheManager;

/** A member of a Hazelcast cluster on this machine, and the JSR-107 cache it shares. */
final class HazelcastMember implements AutoCloseable {
  private final HazelcastInstance member;
  private final Cache<String, String> cache;

  /**
   * Joins those who name the same cluster.
   *
   * @param seed {@code host:port} of another member; null for the first
   */
  HazelcastMember(String cluster, String seed) {
    Config config = new Config().setClusterName(cluster).setInstanceName(cluster + seed);
    config.setProperty("hazelcast.phone.home.enabled", "false");
    config.setProperty("hazelcast.logging.type", "none");
    config.setProperty("hazelcast.socket.bind.any", "false");
    config.getNetworkConfig().setPort(0).setPortAutoIncrement(false);
    config.getNetworkConfig().getInterfaces().setEnabled(true).addInterface("127.0.0.1");
    JoinConfig join = config.getNetworkConfig().getJoin();
    join.getAutoDetectionConfig().setEnabled(false);
    join.getMulticastConfig().setEnabled(false);
    join.getTcpIpConfig().setEnabled(true);
    if (seed != null) {
      join.getTcpIpConfig().addMember(seed);
    }
    member = Hazelcast.newHazelcastInstance(config);
    CacheManager manager =
        new com.hazelcast.cache.impl.HazelcastServerCachingProvider()
            .getCacheManager(
                null, null, HazelcastCachingProvider.propertiesByInstanceItself(member));
    Cache<String, String> shared = manager.getCache("positions", String.class, String.class);
    cache =
        shared != null
            ? shared
            : manager.createCache(
                "positions", JCachePositionCache.configuration(Duration.ofMinutes(10)));
  }

  Cache<String, String> cache() {
    return cache;
  }

  String address() {
    return "127.0.0.1:" + member.getCluster().getLocalMember().getAddress().getPort();
  }

  int members() {
    return member.getCluster().getMembers().size();
  }

  @Override
  public void close() {
    member.shutdown();
  }
}
