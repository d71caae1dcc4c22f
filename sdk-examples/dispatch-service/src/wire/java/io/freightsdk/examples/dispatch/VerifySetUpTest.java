package io.freightsdk.examples.dispatch;

import static org.assertj.core.api.Assertions.assertThat;

import io.freightsdk.CallOptions;
import io.freightsdk.IdempotencyKeys;
import io.freightsdk.spring.boot.FreightScopes;
import io.freightsdk.spring.boot.test.AutoConfigureFreightServer;
import io.freightsdk.spring.boot.test.VerifyApplication;
import io.freightsdk.testsupport.ExpectedWarnings;
import io.freightsdk.verify.VerificationReport;
import io.freightsdk.verify.VerificationReport.Outcome;
import org.junit.jupiter.api.Test;
import org.springframework.beans.factory.annotation.Autowired;
import org.springframework.boot.test.context.SpringBootTest;
import org.springframework.context.ApplicationContext;

/** The pool, the limits and the client of this service, as its properties make them. */
@SpringBootTest(properties = "spring.datasource.url=jdbc:h2:mem:${random.uuid}")
@AutoConfigureFreightServer
@ExpectedWarnings("io.freightsdk.")
class VerifySetUpTest {
  @Autowired ApplicationContext context;
  @Autowired FreightScopes customers;

  @Test
  void theLimitsOfACustomerHoldWhateverGoesWrong() {
    VerificationReport report =
        VerifyApplication.of(context)
            .scope(customers.of("acme"))
            .create(
                (client, order) ->
                    client.createLoad(
                        order.input(),
                        CallOptions.builder()
                            .scope(customers.of("acme"))
                            .idempotencyKey(
                                IdempotencyKeys.derivedFrom("dispatch", order.reference()))
                            .build()))
            .run();
    assertThat(report.rows(Outcome.FAILED)).as("%s", report).isEmpty();
    assertThat(report.rows(Outcome.PASSED)).hasSizeGreaterThan(15);
  }
}
