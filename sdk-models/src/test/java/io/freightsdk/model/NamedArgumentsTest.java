package io.freightsdk.model;

import io.freightsdk.testsupport.NamedNulls;
import java.math.BigDecimal;
import org.junit.jupiter.api.Test;

class NamedArgumentsTest {
  @Test
  void everyNullIsRefusedByItsName() throws Exception {
    Balance balance = Balance.builder().balanceUsd(BigDecimal.ONE).build();
    NamedNulls.of(Balance.class)
        .with(Class.class, () -> Balance.class)
        .with(Object.class, () -> balance)
        .areRefused();
  }
}
