package io.freightsdk.examples.mcphttp;

import jakarta.servlet.FilterChain;
import jakarta.servlet.ServletException;
import jakarta.servlet.http.HttpServletRequest;
import jakarta.servlet.http.HttpServletResponse;
import java.io.IOException;
import java.time.Instant;
import java.util.Collections;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.Objects;
import org.springframework.beans.factory.annotation.Value;
import org.springframework.context.annotation.Bean;
import org.springframework.context.annotation.Configuration;
import org.springframework.security.config.Customizer;
import org.springframework.security.config.annotation.web.builders.HttpSecurity;
import org.springframework.security.config.annotation.web.configurers.AbstractHttpConfigurer;
import org.springframework.security.config.http.SessionCreationPolicy;
import org.springframework.security.oauth2.core.DelegatingOAuth2TokenValidator;
import org.springframework.security.oauth2.core.OAuth2TokenValidator;
import org.springframework.security.oauth2.jwt.Jwt;
import org.springframework.security.oauth2.jwt.JwtClaimNames;
import org.springframework.security.oauth2.jwt.JwtClaimValidator;
import org.springframework.security.web.SecurityFilterChain;
import org.springframework.security.web.access.intercept.AuthorizationFilter;
import org.springframework.web.filter.OncePerRequestFilter;

/** Who may call: nobody without a token of the authorization server for this address. */
@Configuration
class Access {
  @Bean
  SecurityFilterChain security(
      HttpSecurity http,
      @Value("${spring.security.oauth2.resourceserver.jwt.issuer-uri}") String issuer,
      @Value("${spring.security.oauth2.resourceserver.jwt.audiences}") String resource) {
    return http.authorizeHttpRequests(every -> every.anyRequest().authenticated())
        .oauth2ResourceServer(
            server ->
                server
                    .jwt(Customizer.withDefaults())
                    // Where hosts find the authorization server: RFC 9728.
                    .protectedResourceMetadata(
                        found ->
                            found.protectedResourceMetadataCustomizer(
                                told -> told.resource(resource).authorizationServer(issuer))))
        .sessionManagement(s -> s.sessionCreationPolicy(SessionCreationPolicy.STATELESS))
        .csrf(AbstractHttpConfigurer::disable)
        .addFilterAfter(new OwnSessions(), AuthorizationFilter.class)
        .build();
  }

  /** Without an end a token is valid for ever; without a subject its user has no limit. */
  @Bean
  OAuth2TokenValidator<Jwt> endsAndNamesItsUser() {
    return new DelegatingOAuth2TokenValidator<>(
        new JwtClaimValidator<Instant>(JwtClaimNames.EXP, Objects::nonNull),
        new JwtClaimValidator<String>(JwtClaimNames.SUB, sub -> sub != null && !sub.isBlank()));
  }

  /**
   * A session belongs to the user who used it first: nobody answers the questions of another one.
   */
  private static final class OwnSessions extends OncePerRequestFilter {
    private static final int REMEMBERED = 10_000;
    private static final long MOST_BYTES = 1024 * 1024;

    private final Map<String, String> owners =
        Collections.synchronizedMap(
            new LinkedHashMap<>(16, 0.75f, true) {
              @Override
              protected boolean removeEldestEntry(Map.Entry<String, String> eldest) {
                return size() > REMEMBERED;
              }
            });

    @Override
    protected void doFilterInternal(
        HttpServletRequest request, HttpServletResponse response, FilterChain chain)
        throws ServletException, IOException {
      String session = request.getHeader("Mcp-Session-Id");
      String user = request.getUserPrincipal().getName();
      long bytes = request.getContentLengthLong();
      if (session != null && !owners.computeIfAbsent(session, first -> user).equals(user)) {
        response.sendError(HttpServletResponse.SC_NOT_FOUND);
      } else if (bytes > MOST_BYTES) {
        response.sendError(HttpServletResponse.SC_REQUEST_ENTITY_TOO_LARGE);
      } else if (bytes < 0 && request.getMethod().equals("POST")) {
        response.sendError(HttpServletResponse.SC_LENGTH_REQUIRED);
      } else {
        chain.doFilter(request, response);
      }
    }
  }
}
