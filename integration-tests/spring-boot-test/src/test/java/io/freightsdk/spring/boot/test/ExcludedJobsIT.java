package io.freightsdk.spring.boot.test;

import static org.assertj.core.api.Assertions.assertThat;

import io.freightsdk.FreightClient;
import io.freightsdk.jobs.FreightJobs;
import io.freightsdk.spring.boot.FreightJobsAutoConfiguration;
import javax.sql.DataSource;
import org.junit.jupiter.api.Test;
import org.springframework.beans.factory.annotation.Autowired;
import org.springframework.boot.autoconfigure.EnableAutoConfiguration;
import org.springframework.boot.test.context.SpringBootTest;
import org.springframework.context.ApplicationContext;
import org.springframework.context.annotation.Configuration;

/** An application without the jobs: the annotation of its test does not bring them back. */
@SpringBootTest(
    classes = ExcludedJobsIT.Application.class,
    properties = "spring.datasource.url=jdbc:h2:mem:excluded")
@AutoConfigureFreightServer
class ExcludedJobsIT {
  @Configuration(proxyBeanMethods = false)
  @EnableAutoConfiguration(exclude = FreightJobsAutoConfiguration.class)
  static class Application {}

  @Autowired ApplicationContext context;

  @Test
  void excludedJobsAreNotCreated() {
    assertThat(context.getBeansOfType(FreightClient.class)).isNotEmpty();
    assertThat(context.getBeansOfType(DataSource.class)).isNotEmpty();
    assertThat(context.getBeansOfType(FreightJobs.class)).isEmpty();
  }
}
