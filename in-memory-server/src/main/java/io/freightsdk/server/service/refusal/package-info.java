/** The error table of the API: the reasons for refused calls, with their responses. */
@NullMarked
package io.freightsdk.server.service.refusal;

import org.jspecify.annotations.NullMarked;
