package io.freightsdk.examples.dispatch;

import io.freightsdk.error.FreightException;
import org.springframework.http.HttpStatus;
import org.springframework.http.ResponseEntity;
import org.springframework.web.bind.annotation.ExceptionHandler;
import org.springframework.web.bind.annotation.RestControllerAdvice;

/** What callers of this service learn of a failed call: a status, and the id that is in the log. */
@RestControllerAdvice
class Failures {
  @ExceptionHandler
  ResponseEntity<String> of(FreightException failure) {
    HttpStatus status =
        switch (failure.nextStep()) {
          case FIX_REQUEST -> HttpStatus.BAD_REQUEST;
          case WAIT_FOR_DRIVER -> HttpStatus.CONFLICT;
          case RETRY_LATER, RETRY_WITH_SAME_KEY, TOP_UP, RAISE_LIMIT ->
              HttpStatus.SERVICE_UNAVAILABLE;
          case FIX_KEY, FIX_SETUP, NONE -> HttpStatus.BAD_GATEWAY;
        };
    return ResponseEntity.status(status).body(failure.callId());
  }
}
