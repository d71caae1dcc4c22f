package io.freightsdk.examples.orderservice;

import jakarta.servlet.http.HttpServletRequest;
import jakarta.servlet.http.HttpServletResponse;
import org.apache.tomcat.util.buf.EncodedSolidusHandling;
import org.springframework.boot.tomcat.servlet.TomcatServletWebServerFactory;
import org.springframework.boot.web.server.WebServerFactoryCustomizer;
import org.springframework.context.annotation.Bean;
import org.springframework.context.annotation.Configuration;
import org.springframework.http.HttpStatus;
import org.springframework.web.server.ResponseStatusException;
import org.springframework.web.servlet.HandlerInterceptor;
import org.springframework.web.servlet.config.annotation.InterceptorRegistry;
import org.springframework.web.servlet.config.annotation.WebMvcConfigurer;

/** Two characters that people type into order numbers. */
@Configuration(proxyBeanMethods = false)
class Addresses implements WebMvcConfigurer, HandlerInterceptor {
  @Override
  public void addInterceptors(InterceptorRegistry interceptors) {
    interceptors.addInterceptor(this);
  }

  /** Spring leaves out what follows a semicolon: PO-1;2 would correct PO-1. */
  @Override
  public boolean preHandle(
      HttpServletRequest request, HttpServletResponse response, Object handler) {
    if (request.getRequestURI().indexOf(';') < 0) return true;
    throw new ResponseStatusException(HttpStatus.BAD_REQUEST, "The address has a semicolon");
  }

  /** Tomcat refuses an encoded slash with HTML; passed on, it is a wrong number. */
  @Bean
  WebServerFactoryCustomizer<TomcatServletWebServerFactory> slashes() {
    return tomcat ->
        tomcat.addConnectorCustomizers(
            connector ->
                connector.setEncodedSolidusHandling(
                    EncodedSolidusHandling.PASS_THROUGH.getValue()));
  }
}
