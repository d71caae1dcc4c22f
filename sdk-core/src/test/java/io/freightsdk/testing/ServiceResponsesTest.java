package io.freightsdk.testing;

import static org.assertj.core.api.Assertions.assertThat;

import io.freightsdk.model.Operation;
import io.freightsdk.schemacheck.SchemaCheck;
import mockwebserver3.MockResponse;
import okio.Buffer;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/** The prepared responses match the API description. */
class ServiceResponsesTest {
  @ParameterizedTest
  @EnumSource
  void successIsAsDescribed(Operation operation) throws Exception {
    assertDescribed(operation, ServiceResponses.success(operation).build());
  }

  @Test
  void refusalsAreAsDescribed() throws Exception {
    assertDescribed(Operation.CREATE_LOAD, ServiceResponses.billingUnavailable().build());
    assertDescribed(Operation.CREATE_LOAD, ServiceResponses.insufficientFunds().build());
    assertDescribed(Operation.GET_LOAD_POSITION, ServiceResponses.error(404).build());
  }

  private static void assertDescribed(Operation operation, MockResponse response) throws Exception {
    Buffer body = new Buffer();
    response.getBody().writeTo(body);
    assertThat(SchemaCheck.of(operation, response.getCode(), body.readUtf8())).isEmpty();
  }
}
