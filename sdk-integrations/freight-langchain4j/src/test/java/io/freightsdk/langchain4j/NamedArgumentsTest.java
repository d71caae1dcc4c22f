package io.freightsdk.langchain4j;

import io.freightsdk.testsupport.NamedNulls;
import org.junit.jupiter.api.Test;

class NamedArgumentsTest {
  @Test
  void everyNullIsRefusedByItsName() throws Exception {
    NamedNulls.of(LangChain4jTools.class).areRefused();
  }
}
