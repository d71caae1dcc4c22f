package io.freightsdk.spend.jdbc;

import static org.assertj.core.api.Assertions.assertThat;

import io.freightsdk.spend.SpendFilter;
import io.freightsdk.testsupport.AlsoThorough;
import io.freightsdk.testsupport.EmptyDatabase;
import io.freightsdk.testsupport.StartsAtOnce;
import io.freightsdk.watch.jdbc.JdbcPositionCache;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/** Whoever starts at once on an empty database starts. */
@AlsoThorough("on PostgreSQL and MariaDB")
class StartsAtOnceTest {
  @ParameterizedTest
  @MethodSource("io.freightsdk.testsupport.StartsAtOnce#starts")
  void booksOpenForEverybody(EmptyDatabase kind, int starters) throws Exception {
    StartsAtOnce.on(
        kind,
        starters,
        database -> {
          long charged = JdbcSpendStore.open(database, "b").totals(SpendFilter.all()).charged();
          assertThat(charged).isZero();
        });
  }

  @ParameterizedTest
  @MethodSource("io.freightsdk.testsupport.StartsAtOnce#starts")
  void positionsAndCursorsOpenForEverybody(EmptyDatabase kind, int starters) throws Exception {
    StartsAtOnce.on(
        kind,
        starters,
        database -> {
          JdbcPositionCache cache = JdbcPositionCache.open(database, "acme");
          assertThat(cache.get("LD-1")).isNull();
          assertThat(cache.cursors("fleet").cursor("LD-1")).isNull();
        });
  }
}
