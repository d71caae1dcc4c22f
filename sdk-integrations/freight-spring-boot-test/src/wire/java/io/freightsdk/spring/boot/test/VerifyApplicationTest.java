package io.freightsdk.spring.boot.test;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalStateException;

import io.freightsdk.testsupport.ExpectedWarnings;
import io.freightsdk.verify.VerificationReport;
import io.freightsdk.verify.VerificationReport.Outcome;
import java.time.Duration;
import org.junit.jupiter.api.Nested;
import org.junit.jupiter.api.Test;
import org.springframework.beans.factory.annotation.Autowired;
import org.springframework.boot.test.context.SpringBootTest;
import org.springframework.context.ApplicationContext;

@ExpectedWarnings("io.freightsdk.")
class VerifyApplicationTest {
  @Nested
  @SpringBootTest(
      classes = DispatchApplication.class,
      properties = {
        "spring.datasource.url=jdbc:h2:mem:${random.uuid}",
        "freight.spend.limits.per-day=7.00",
        "freight.spend.jdbc.schema=create",
        "freight.deadline=40s",
        "spring.mvc.async.request-timeout=30s"
      })
  @AutoConfigureFreightServer
  class InADatabase {
    @Autowired ApplicationContext context;

    /** In so little time no mishap is tried, and the set-up is looked at all the same. */
    @Test
    void poolLimitsClientAndTimeoutAreThoseOfTheContext() {
      VerificationReport report = VerifyApplication.of(context).atMost(Duration.ofNanos(1)).run();
      assertThat(report.title()).contains("H2", "7.00 USD per 24 hours");
      assertThat(report.row("the ledger opens").outcome()).isEqualTo(Outcome.PASSED);
      assertThat(report.row("the web server gives up a request").seen())
          .startsWith("a call takes 40 s at most, the web server gives up after 30 s");
      assertThat(report.rows(Outcome.FAILED)).hasSize(1);
    }
  }

  @Nested
  @SpringBootTest(
      classes = DispatchApplication.class,
      properties = {
        "spring.datasource.url=jdbc:h2:mem:${random.uuid}",
        "freight.spend.jdbc.schema=none"
      })
  @AutoConfigureFreightServer
  class InMemory {
    @Autowired ApplicationContext context;

    @Test
    void aLedgerInMemoryIsRefused() {
      assertThatIllegalStateException()
          .isThrownBy(() -> VerifyApplication.of(context))
          .withMessageContaining("set freight.spend.jdbc.schema");
    }
  }
}
