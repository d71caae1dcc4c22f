package io.freightsdk.internal.spend.jdbc;

import static org.assertj.core.api.Assertions.assertThat;

import io.freightsdk.sql.SchemaMode;
import io.freightsdk.testing.EmptyDatabase;
import io.freightsdk.testing.StartsAtOnce;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/** Whoever starts at once on an empty database starts. */
class StartsAtOnceIT {
  @ParameterizedTest
  @MethodSource("io.freightsdk.testing.StartsAtOnce#starts")
  void aLedgerOpensForEverybody(EmptyDatabase kind, int starters) throws Exception {
    StartsAtOnce.on(
        kind,
        starters,
        database -> {
          Spender spender = new Spender(JdbcStorage.open(database, "b", SchemaMode.CREATE, null));
          assertThat(spender.totals().chargedCount()).isZero();
        });
  }
}
