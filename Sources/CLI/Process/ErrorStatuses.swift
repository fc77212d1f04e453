// Which exit status each error of the modules ends the command with: the only place that knows both sides.
import Compositor
import CoreGraphics
import ImageFiles
import Multiplane
import SceneFiles
import Video
import Workshop

extension SceneFileError: ExitStatusError {
  var exitStatus: ExitStatus {
    switch kind {
    case .malformed, .tooLarge, .unsupported: .malformedInput
    case .notFound, .unreadable: .noInput
    case .unavailable: .unavailable
    case .unknownState, .unknownName, .unsuitableValue: .usage
    }
  }
}

extension ImageFileError: ExitStatusError {
  var exitStatus: ExitStatus {
    switch problem {
    case .notFound, .unreadable: .noInput
    case .unknownFormat, .truncated, .corrupt, .unsupported, .tooLarge: .malformedInput
    case .unwritable: .cannotWrite
    case .encodingFailed: .internalError
    }
  }
}

extension FontRegistrationError: ExitStatusError {
  var exitStatus: ExitStatus {
    switch self {
    case .unreadable: .noInput
    case .noFont: .malformedInput
    case .alreadyRegistered, .notRegistered: .internalError
    }
  }
}

extension RenderingError: ExitStatusError {
  var exitStatus: ExitStatus {
    switch self {
    case .noDisplay, .encoderUnavailable: .unavailable
    case .invalidArgument, .frameTooLarge: .usage
    case .memoryLimitExceeded, .drawLimitExceeded: .malformedInput
    case .outOfMemory, .deviceLost: .temporaryFailure
    case .deviceFailed, .encodingFailed: .internalError
    case .cannotWrite: .cannotWrite
    case .cannotRead(_, let reason): reason.hasPrefix(FileContents.cannotOpen) ? .noInput : .malformedInput
    case .closedPipe: .brokenPipe
    case .cancelled: .interrupted
    }
  }
}

extension VideoError: ExitStatusError {
  var exitStatus: ExitStatus { RenderingError(self).exitStatus }
}

extension RasterError: ExitStatusError {
  var exitStatus: ExitStatus { RenderingError(self).exitStatus }
}

extension CaptureError: ExitStatusError {
  var exitStatus: ExitStatus { .malformedInput }
}
