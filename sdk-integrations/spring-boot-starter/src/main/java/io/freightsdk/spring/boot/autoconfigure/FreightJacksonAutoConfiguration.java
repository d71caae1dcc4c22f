package io.freightsdk.spring.boot.autoconfigure;

import io.freightsdk.jackson.FreightJackson2Module;
import io.freightsdk.jackson.FreightJackson3Module;
import org.springframework.boot.autoconfigure.AutoConfiguration;
import org.springframework.boot.autoconfigure.condition.ConditionalOnClass;
import org.springframework.boot.autoconfigure.condition.ConditionalOnMissingBean;
import org.springframework.context.annotation.Bean;
import org.springframework.context.annotation.Configuration;

/**
 * Registers the Jackson modules for the API's records: Jackson 2 (Boot 3.5) and Jackson 3 (Boot 4).
 */
@AutoConfiguration(
    beforeName = {
      "org.springframework.boot.autoconfigure.jackson.JacksonAutoConfiguration",
      "org.springframework.boot.jackson.autoconfigure.JacksonAutoConfiguration",
      "org.springframework.boot.jackson2.autoconfigure.Jackson2AutoConfiguration"
    })
public class FreightJacksonAutoConfiguration {

  @Configuration(proxyBeanMethods = false)
  @ConditionalOnClass(name = "com.fasterxml.jackson.databind.ObjectMapper")
  static class Jackson2 {
    @Bean
    @ConditionalOnMissingBean
    FreightJackson2Module freightJackson2Module() {
      return new FreightJackson2Module();
    }
  }

  @Configuration(proxyBeanMethods = false)
  @ConditionalOnClass(name = "tools.jackson.databind.json.JsonMapper")
  static class Jackson3 {
    @Bean
    @ConditionalOnMissingBean
    FreightJackson3Module freightJackson3Module() {
      return new FreightJackson3Module();
    }
  }
}
