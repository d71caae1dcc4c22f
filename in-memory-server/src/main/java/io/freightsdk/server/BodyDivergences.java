package io.freightsdk.server;

import static io.freightsdk.server.Divergences.entry;

import java.util.List;

/** Choices about what a body may say. */
final class BodyDivergences {
  static final List<Divergence> ALL =
      List.of(
          entry(
              "invalid-json",
              "7",
              "The error for a body that is not JSON.",
              "400 INVALID_JSON; an empty body lacks every required field.",
              "http.ErrorTableTest.textThatIsNotAJsonObjectIsRefused"),
          entry(
              "other-http-errors",
              "7",
              "Errors of HTTP itself.",
              "404 for unknown paths, 405 with Allow, 413 over 1 MiB, 415 for a "
                  + "content type that is not JSON.",
              "http.ErrorTableTest.unknownPathsAreNotFoundAndKnownOnesNameTheirMethods"),
          entry(
              "field-rules",
              "2.2",
              "What makes a field invalid.",
              "State is a USPS code, zip 5 or 5+4 digits, dates carry an offset, "
                  + "coordinates come in pairs and in range, rate, miles and weight are at "
                  + "least 0.",
              "http.ValidationTest.aStopMayNotBe"),
          entry(
              "dates",
              "2.2",
              "What counts as an ISO 8601 date.",
              "An instant with its offset. A date or a time without one is refused: "
                  + "400 in bodies, 422 invalid_timestamp in pings.",
              "http.DateFormsTest.aDateWithoutOffsetOrSenseIsNoInstant"),
          entry(
              "half-coordinates",
              "2.2",
              "lat without lng, or lng without lat.",
              "400, naming the missing half; it is not dropped silently.",
              "http.FieldTableTest.everyFieldIsJudged"),
          entry(
              "absent-and-wrong",
              "2.1",
              "Whether null is absent, and whether numbers may be text.",
              "null and blank optional text count as absent; a value of another type "
                  + "is an invalid field, never converted.",
              "http.FieldTableTest.everyFieldIsJudged"),
          entry(
              "extra-fields",
              "2.1",
              "Fields that the schema does not have.",
              "Ignored, a broker named in the body included.",
              "http.ValidationTest.aBrokerNamedInTheBodyIsIgnored"),
          entry(
              "most-stops",
              "8",
              "The maximum number of stops.",
              "50, pickups and deliveries together.",
              "http.ValidationTest.fiftyStopsAreTheMost"),
          entry(
              "phones",
              "2.1",
              "Which phones normalize to E.164.",
              "+1 numbers by the North American plan, US when no country is given, 8 "
                  + "to 15 digits abroad, 011 to dial there; a leading 00 is refused.",
              "domain.phone.PhoneNumberTest.normalisesAsLibphonenumberDoes"),
          entry(
              "phone-extensions",
              "2.1",
              "Phones with an extension, letters, or a second number.",
              "Refused: a text message reaches no extension, and letters are more "
                  + "often a slip than a name.",
              "domain.phone.PhoneNumberTest.decidesOtherwiseOnPurpose"),
          entry(
              "phone-errors",
              "7",
              "Which error answers an order whose phone and fields are both wrong.",
              "The fields (400 MissingFieldsError); INVALID_DRIVER_PHONE only when all "
                  + "else is right.",
              "http.ValidationTest.anInvalidFieldComesBeforeAnInvalidPhone"));

  private BodyDivergences() {}
}
