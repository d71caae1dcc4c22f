package io.freightsdk.springai;

import io.freightsdk.testsupport.NamedNulls;
import org.junit.jupiter.api.Test;

class NamedArgumentsTest {
  @Test
  void everyNullIsRefusedByItsName() throws Exception {
    NamedNulls.of(SpringAiTools.class).areRefused();
  }
}
