package io.freightsdk.examples.mcphttp;

import org.springframework.boot.SpringApplication;
import org.springframework.boot.autoconfigure.SpringBootApplication;
import org.springframework.boot.context.properties.ConfigurationPropertiesScan;

/** Offers the freight tools over HTTP to everybody whom the authorization server knows. */
@SpringBootApplication
@ConfigurationPropertiesScan
public class McpOverHttp {
  public static void main(String[] args) {
    SpringApplication.run(McpOverHttp.class, args);
  }
}
