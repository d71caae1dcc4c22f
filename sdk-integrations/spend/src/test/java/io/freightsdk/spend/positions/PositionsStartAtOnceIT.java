package io.freightsdk.spend.positions;

import static org.assertj.core.api.Assertions.assertThat;

import io.freightsdk.testing.EmptyDatabase;
import io.freightsdk.testing.StartsAtOnce;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/** Whoever starts at once on an empty database starts. */
class PositionsStartAtOnceIT {
  @ParameterizedTest
  @MethodSource("io.freightsdk.testing.StartsAtOnce#starts")
  void positionsOpenForEverybody(EmptyDatabase kind, int starters) throws Exception {
    StartsAtOnce.on(
        kind,
        starters,
        database -> {
          JdbcPositionCache.createTables(database);
          JdbcPositionCache cache = JdbcPositionCache.open(database);
          assertThat(cache.get("LD-1")).isNull();
        });
  }
}
