package io.freightsdk.spring.boot;

import io.freightsdk.FreightClient;
import org.springframework.boot.autoconfigure.AutoConfiguration;
import org.springframework.boot.autoconfigure.condition.ConditionalOnBean;
import org.springframework.context.annotation.Import;

/** The health indicator {@code freight}, on the Spring Boot that is there. */
@AutoConfiguration(after = FreightAutoConfiguration.class)
@ConditionalOnBean(FreightClient.class)
@Import({Boot35Health.class, Boot4Health.class})
public class FreightHealthAutoConfiguration {}
