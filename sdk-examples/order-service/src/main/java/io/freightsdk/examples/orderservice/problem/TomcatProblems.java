package io.freightsdk.examples.orderservice.problem;

import jakarta.servlet.ServletException;
import jakarta.servlet.http.HttpServletResponse;
import java.io.IOException;
import org.apache.catalina.connector.Request;
import org.apache.catalina.connector.Response;
import org.apache.catalina.valves.ErrorReportValve;
import org.jspecify.annotations.Nullable;
import org.springframework.boot.tomcat.servlet.TomcatServletWebServerFactory;
import org.springframework.boot.web.server.WebServerFactoryCustomizer;
import org.springframework.http.HttpStatusCode;
import org.springframework.http.MediaType;
import org.springframework.http.ProblemDetail;
import org.springframework.stereotype.Component;
import tools.jackson.databind.json.JsonMapper;

/**
 * What Tomcat refuses before Spring sees it, such as a {@code %2F} in a path or a header that is
 * too long, is answered by a problem too; Tomcat itself answers with HTML. A semicolon in a path is
 * refused here.
 */
@Component
class TomcatProblems implements WebServerFactoryCustomizer<TomcatServletWebServerFactory> {
  private final JsonMapper json;

  TomcatProblems(JsonMapper json) {
    this.json = json;
  }

  @Override
  public void customize(TomcatServletWebServerFactory tomcat) {
    tomcat.addContextCustomizers(
        context -> context.getParent().getPipeline().addValve(new ProblemValve(json)));
  }

  private static final class ProblemValve extends ErrorReportValve {
    private final JsonMapper json;

    ProblemValve(JsonMapper json) {
      this.json = json;
    }

    /** Spring leaves out what follows a semicolon: PO-1;2 would be PO-1. */
    @Override
    public void invoke(Request request, Response response) throws IOException, ServletException {
      String address = request.getRequestURI(); // null if the request has no readable line
      if (address == null || address.indexOf(';') < 0) {
        super.invoke(request, response);
        return;
      }
      response.sendError(HttpServletResponse.SC_BAD_REQUEST);
      response.setSuspended(false); // sendError closes it for writers
      report(request, response, null);
    }

    @Override
    protected void report(Request request, Response response, @Nullable Throwable failure) {
      boolean isAnswered = response.getStatus() < 400 || response.getContentWritten() > 0;
      if (isAnswered || !response.setErrorReported()) return;
      ProblemDetail problem =
          ProblemDetail.forStatusAndDetail(
              HttpStatusCode.valueOf(response.getStatus()),
              "The server could not read this request; check its address, headers and encoding");
      try {
        response.setContentType(MediaType.APPLICATION_PROBLEM_JSON_VALUE);
        response.setCharacterEncoding("UTF-8");
        response.getReporter().write(json.writeValueAsString(problem));
        response.finishResponse();
      } catch (IOException gone) {
        // The caller does not wait any more.
      }
    }
  }
}
